import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that identify one network (RFC 4291 section 2.5.4). */
const networkBits = 64;
/** Bits of an IPv6 address that all networks of one site share (RFC 6177 section 2). */
const siteBits = 48;

/** Returns an IPv4 address unchanged, or the /64 network of an IPv6 address. */
export function toNetwork(address: string): string {
  return toPrefix(address, networkBits);
}

/** Returns an IPv4 address unchanged, or the /48 site of an IPv6 address. */
export function toSite(address: string): string {
  return toPrefix(address, siteBits);
}

/**
 * Returns the network of the first `bits` of an IPv6 address. An IPv4 address that is mapped into
 * IPv6 counts as IPv4. Returns a text that is not an address unchanged.
 */
function toPrefix(address: string, bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${bits}`).toString();
}
