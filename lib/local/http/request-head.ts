import type { IncomingMessage } from 'node:http';
import type { HeaderLines, RequestHead } from './message.ts';

/** Pairs the names and values that Node returns as one flat list. */
function pairHeaders(rawHeaders: readonly string[]): HeaderLines {
  const lines: [name: string, value: string][] = [];

  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    lines.push([name, value]);
  }

  return lines;
}

/** Reads everything of a request except its body. */
export function readRequestHead(message: IncomingMessage): RequestHead {
  const [path = '/', ...query] = (message.url ?? '/').split('?');
  const remoteAddress = message.socket.remoteAddress ?? '';

  return {
    method: message.method ?? 'GET',
    path,
    query: query.join('?'),
    protocol: `HTTP/${message.httpVersion}`,
    headers: pairHeaders(message.rawHeaders),
    sourceIp: remoteAddress.replace(/^::ffff:/, ''),
    port: message.socket.localPort ?? 0,
  };
}
