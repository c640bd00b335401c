import type { IncomingMessage } from 'node:http';
import { limits } from './limits.ts';
import type { HeaderLines, IncomingRequest } from './message.ts';
import { refusal } from './refusal.ts';

/** Pairs up what Node gives as one flat list. */
function headerLines(rawHeaders: readonly string[]): HeaderLines {
  return Array.from({ length: rawHeaders.length / 2 }, (_, line) => [
    rawHeaders[2 * line] ?? '',
    rawHeaders[2 * line + 1] ?? '',
  ]);
}

/** Reads a body to its end, so that the client is ready for the answer, and keeps it unless it is over the limit. */
async function readBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limits.payload) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= limits.payload ? Buffer.concat(chunks) : undefined;
}

/** Receives a request without its body; `receiveBody` gets that. */
export function receiveHead(message: IncomingMessage): Omit<IncomingRequest, 'body'> {
  const [path = '/', ...query] = (message.url ?? '/').split('?');
  return {
    method: message.method ?? 'GET',
    path,
    query: query.join('?'),
    protocol: `HTTP/${message.httpVersion}`,
    headers: headerLines(message.rawHeaders),
    sourceIp: (message.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    port: message.socket.localPort ?? 0,
  };
}

/**
 * Receives the body and checks the limits of the whole request.
 * Throws a refusal: 414 for the URL, 431 for the headers, 413 for the body, 400 for characters that the gateway refuses.
 */
export async function receiveBody(
  message: IncomingMessage,
  { path, query, headers }: Omit<IncomingRequest, 'body'>,
): Promise<Buffer> {
  const body = await readBody(message);
  if (path.length + query.length > limits.url)
    throw refusal('DEFAULT_4XX', 414, 'Request URI too long');
  const headerBytes = headers.reduce(
    (bytes, [, value]) => bytes + Buffer.byteLength(value, 'latin1'),
    0,
  );
  if (headerBytes > limits.headers)
    throw refusal('DEFAULT_4XX', 431, 'Request Header Fields Too Large');
  if (/[|{}]/.test(query)) throw refusal('DEFAULT_4XX');
  if (!body) throw refusal('REQUEST_TOO_LARGE');
  return body;
}
