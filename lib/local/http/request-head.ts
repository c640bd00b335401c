import type { IncomingMessage } from 'node:http';
import { findClientAddress, type IsTrustedProxy } from './client-address.ts';
import type { HeaderLines, RequestHead } from './message.ts';

/** How clients reach a server. */
export interface PublicAccess {
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
