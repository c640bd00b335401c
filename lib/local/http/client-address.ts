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
  if (prefix === undefined) {
    networks.addAddress(address, family);
    return;
  }

  // An empty prefix must not become 0, which would match every address.
  const prefixLength = prefix === '' ? Number.NaN : Number(prefix);
  networks.addSubnet(address, prefixLength, family);
}

/**
 * Returns a function that trusts the proxies with these addresses and in these networks, e.g.
 * `10.0.0.0/8`. Throws if an entry is neither an address nor a network.
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
 * Finds the address of a client behind trusted proxies. Each proxy appends the address from which
 * it got the request, so the last address that is not a trusted proxy's is the client's. A client
 * can forge only the addresses before its own.
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
