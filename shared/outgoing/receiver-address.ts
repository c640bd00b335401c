import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Returns the addresses of a host name, none if it does not exist. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>;

/** A part of `Resolver`. */
interface NameServers {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  cancel(): void;
}

/**
 * Asks the name servers. Unlike `dns.lookup`, it occupies no thread while the name server of a
 * stranger does not respond.
 */
export async function resolveHost(
  name: string,
  signal: AbortSignal,
  servers: NameServers = new Resolver(),
): Promise<string[]> {
  const cancel = () => servers.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const families = [servers.resolve4(name), servers.resolve6(name)];
  const found = await Promise.allSettled(families);
  signal.removeEventListener('abort', cancel);
  return found.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
}

/** Returns the host of a URL, an IPv6 address without its brackets. */
const getHost = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns the addresses of the host of a URL. A literal and a local name ask no name server: `URL`
 * has turned every spelling of an IPv4 address, e.g. `0x7f.1`, into the usual one.
 */
export async function findAddresses(
  url: URL,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<string[]> {
  return listFixedAddresses(url) ?? resolve(getHost(url), signal);
}

/** Returns the addresses of a host that needs no name server, or undefined if it needs one. */
export function listFixedAddresses(url: URL): string[] | undefined {
  const host = getHost(url);
  if (isIP(host) !== 0) return [host];
  // RFC 6761 section 6.3.
  return /^(.+\.)?localhost\.?$/.test(host) ? ['127.0.0.1', '::1'] : undefined;
}

/** Returns whether the host of a URL is this machine. Names count only if they always are. */
export function isLoopbackUrl(url: URL): boolean {
  const [address = ''] = listFixedAddresses(url) ?? [];
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'));
}

/** The IPv4 blocks of the IANA registry of special-purpose addresses (RFC 6890), and multicast. */
const specialIpv4 = buildBlocks('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** The addresses of IPv6 networks of the internet (RFC 4291 section 2.5.4). */
const globalUnicast = buildBlocks('ipv6', [['2000::', 3]]);

/** The blocks in it of the IANA registry of special-purpose addresses. */
const specialIpv6 = buildBlocks('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);

function buildBlocks(
  family: 'ipv4' | 'ipv6',
  blocks: readonly (readonly [address: string, bits: number])[],
): BlockList {
  const list = new BlockList();
  for (const [address, bits] of blocks) list.addSubnet(address, bits, family);
  return list;
}

/**
 * Returns whether an address is one of the internet. All others belong to this machine, to its
 * network, or to a gateway that can lead there, e.g. NAT64.
 */
export function isPublicAddress(text: string): boolean {
  if (isIPv4(text)) return !specialIpv4.check(text);
  return globalUnicast.check(text, 'ipv6') && !specialIpv6.check(text, 'ipv6');
}
