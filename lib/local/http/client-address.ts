import { BlockList, isIP } from 'node:net';

/** Returns whether a proxy at this IP address may report the addresses of clients. */
export type IsTrustedProxy = (address: string) => boolean;

/** Trusts no proxy, so `X-Forwarded-For` is ignored. */
export const trustNoProxy: IsTrustedProxy = () => false;

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function addNetwork(networks: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = getFamily(address);
  if (prefix === undefined) networks.addAddress(address, family);
  else networks.addSubnet(address, Number(prefix || Number.NaN), family);
}

/**
 * Returns a function that trusts the proxies with these addresses and in these networks, e.g.
 * `10.0.0.0/8`. Throws if an entry is neither.
 */
export function trustProxies(entries: readonly string[]): IsTrustedProxy {
  const networks = new BlockList();

  for (const entry of entries) {
    try {
      addNetwork(networks, entry);
    } catch (cause) {
      throw new Error(`${entry} is not an IP address or network.`, { cause });
    }
  }

  return (address) => networks.check(address, getFamily(address));
}

/**
 * Finds the address of a client behind trusted proxies. Each proxy appends the address that it saw,
 * so the last one that is not a trusted proxy is the client. A client can forge only the addresses
 * before its own.
 */
export function findClientAddress(
  remoteAddress: string,
  forwardedFor: readonly string[],
  isTrusted: IsTrustedProxy,
): string {
  const reported = forwardedFor.flatMap((value) => value.split(','));
  let client = remoteAddress;

  for (const text of reported.toReversed()) {
    const address = text.trim();
    if (!isTrusted(client) || isIP(address) === 0) return client;
    client = address;
  }

  return client;
}
