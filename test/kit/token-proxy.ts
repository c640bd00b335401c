import http from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/**
 * Starts a proxy for programs that send no token: it adds one to each request, and leaves it as it
 * is otherwise.
 */
export function startTokenProxy(target: string, token: string): Promise<LoopbackServer> {
  return startLoopbackServer((request, response) => {
    const { method, headers } = request;
    const withToken = { ...headers, authorization: `Bearer ${token}` };
    const forwarded = http.request(target, { method, headers: withToken });
    forwarded.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
}
