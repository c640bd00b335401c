import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { waitWithTimeout } from './wait-with-timeout.ts';

/** How long requests in flight may take after the service is told to stop. */
export const gracePeriodMs = 5000;

/** Resolves when work has ended, at the latest when the grace period ends. */
export async function waitForGracePeriod(work: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<unknown>();
  const ended = Promise.race([work, timeout.promise]);
  await waitWithTimeout(ended, gracePeriodMs, () => timeout.resolve(undefined));
}

/**
 * Creates a function that stops accepting requests and waits for requests in flight. Those that
 * take longer than the grace period are aborted. Further calls wait for the first.
 */
export function createGracefulClose(server: Server): () => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;

  server.on('request', (_, response) => {
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      // A client may keep the connection open, which would keep the server from closing.
      if (closing) server.closeIdleConnections();
    });
  });

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    // Tells the client not to use the connection again.
    for (const response of inFlight) response.shouldKeepAlive = false;
    await waitWithTimeout(closed, gracePeriodMs, () => server.closeAllConnections());
  }

  return () => {
    closing ??= close();
    return closing;
  };
}
