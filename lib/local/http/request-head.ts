import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { HeaderLines, RequestHead } from './message.ts';

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

interface PublicAccess {
  /** The URL for clients, without a trailing slash. */
  url: string;
  isTrustedProxy: IsTrustedProxy;
}

/** Reads everything of a request except its body. */
export type ReadRequestHead = (message: IncomingMessage) => RequestHead;

const defaultPorts = { http: 80, https: 443 } as const;

/** Returns the scheme of a URL for clients. */
export function getScheme(url: string): RequestHead['scheme'] {
  return url.startsWith('https:') ? 'https' : 'http';
}

/** Pairs the names and values that Node returns as one flat list. */
function pairHeaders(rawHeaders: readonly string[]): HeaderLines {
  const lines: [name: string, value: string][] = [];

  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }

  return lines;
}

function readClientAddress(
  { socket }: IncomingMessage,
  headers: HeaderLines,
  isTrustedProxy: IsTrustedProxy,
): string {
  // An IPv4 address that connects to an IPv6 socket has this prefix.
  const remoteAddress = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const lines = headers.filter(([name]) => name.toLowerCase() === 'x-forwarded-for');
  const forwardedFor = lines.map(([, value]) => value);
  return findClientAddress(remoteAddress, forwardedFor, isTrustedProxy);
}

/**
 * Creates the function that reads requests of one server. Scheme and port are those of its public
 * URL, whatever a proxy or a client reports.
 */
export function createHeadReader({ url, isTrustedProxy }: PublicAccess): ReadRequestHead {
  const { port } = new URL(url);
  const scheme = getScheme(url);
  const publicPort = port === '' ? defaultPorts[scheme] : Number(port);

  return (message) => {
    // A query can contain further question marks.
    const [path = '/', ...query] = (message.url ?? '/').split('?');
    const headers = pairHeaders(message.rawHeaders);

    return {
      method: message.method ?? 'GET',
      path,
      query: query.join('?'),
      protocol: `HTTP/${message.httpVersion}`,
      headers,
      sourceIp: readClientAddress(message, headers, isTrustedProxy),
      scheme,
      port: publicPort,
    };
  };
}
