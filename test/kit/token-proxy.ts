import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server, for programs that send no token. */
export interface TokenProxy {
  url: string;
  close(): Promise<void>;
}

/** Starts a proxy that adds a token to each request, and leaves it as it is otherwise. */
export async function startTokenProxy(
  target: string,
  token: string,
): Promise<TokenProxy> {
  const server = http.createServer((request, response) => {
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
