import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of loopback, which does not keep the process alive. */
export interface LoopbackServer {
  server: Server;
  port: number;
  /** Without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Starts a server on loopback. Its requests can also be listened to later. */
export async function startLoopbackServer(
  listener?: RequestListener,
): Promise<LoopbackServer> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
