import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
 * stranger does not answer.
 */
export async function resolveHost(
  name: string,
  signal: AbortSignal,
  servers: NameServers = new Resolver(),
): Promise<string[]> {
  const cancel = () => servers.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const families = [servers.resolve4(name), servers.resolve6(name)];
  const answers = await Promise.allSettled(families);
  signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
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
  const [address] = listFixedAddresses(url) ?? [];
  return address !== undefined && ipaddr.parse(address).range() === 'loopback';
}

// RFC 4291 section 2.5.4: what is assigned to networks of the internet.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address is one of the internet. All others belong to this machine, to its
 * network, or to a gateway that can lead there, e.g. NAT64.
 */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}
