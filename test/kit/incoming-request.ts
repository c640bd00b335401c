import type { IncomingRequest } from '#lib/local/http/message.ts';
import { buildMessage, type SendOptions } from './send.ts';

/** Builds the request that the gateway with a base URL gets. */
export async function buildIncomingRequest(
  baseUrl: string,
  method: string,
  path: string,
  { localAddress = '127.0.0.1', ...options }: SendOptions,
): Promise<IncomingRequest> {
  const url = new URL(baseUrl + path);
  const isSecure = url.protocol === 'https:';
  const message = await buildMessage(options);
  const body = Buffer.from(message.body ?? '');
  const sent = Object.entries({ ...message.headers, Host: url.host });
  const length = ['Content-Length', `${body.length}`] as const;
  return {
    method,
    path: url.pathname,
    query: url.search.slice(1),
    protocol: 'HTTP/1.1',
    headers: message.body === undefined ? sent : [...sent, length],
    sourceIp: localAddress,
    scheme: isSecure ? 'https' : 'http',
    port: Number(url.port || (isSecure ? 443 : 80)),
    body,
  };
}
