import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns the addresses of a host name, none if it does not exist. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks the name servers. Unlike `dns.lookup`, it occupies no thread while a name server of a
 * stranger does not answer.
 */
export const resolveHost: ResolveHost = async (name, signal) => {
  const resolver = new Resolver();
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const families = [resolver.resolve4(name), resolver.resolve6(name)];
  const answers = await Promise.allSettled(families);
  signal.removeEventListener('abort', cancel);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** Returns whether a host of a URL is the machine itself. */
export function isLoopbackHost({ hostname }: URL): boolean {
  const host = getHost(hostname);
  return isIP(host) === 0 ? isLocalName(host) : isLoopbackAddress(host);
}

const isLocalName = (host: string) => /^(.+\.)?localhost\.?$/.test(host);
const isLoopbackAddress = (address: string) =>
  ipaddr.parse(address).range() === 'loopback';

/** Returns the host without the brackets of an IPv6 address. */
const getHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns whether everybody on the internet can have an address. All other addresses belong to this
 * machine, its network, or a gateway that could lead there, e.g. NAT64.
 */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

// RFC 4291 section 2.5.4: the addresses that are assigned to networks of the internet.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns the addresses of the host of a URL. A literal and a local name ask no name server. */
export async function findAddresses(
  { hostname }: URL,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<string[]> {
  const host = getHost(hostname);
  if (isIP(host) !== 0) return [host];
  // RFC 6761 section 6.3.
  if (isLocalName(host)) return ['127.0.0.1', '::1'];
  return resolve(host, signal);
}
