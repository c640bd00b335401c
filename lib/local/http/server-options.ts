import { urlToHttpOptions } from 'node:url';

/** The host and the port of a server, as in the request options of Node. */
export interface ServerOptions {
  /** The host name or address. An IPv6 address has no brackets. */
  host: string;
  port: number;
}

/** Returns the options of requests to a URL. The port defaults to that of the protocol. */
export function toServerOptions(url: string): ServerOptions {
  const { hostname, port, protocol } = urlToHttpOptions(new URL(url));
  const defaultPort = protocol === 'https:' ? 443 : 80;
  return { host: String(hostname), port: Number(port ?? defaultPort) };
}
