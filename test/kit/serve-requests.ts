import type { RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { startLoopbackServer } from './loopback-server.ts';

/** Serves requests on loopback until the test ends, and returns the port. */
export async function serveRequests(listener: RequestListener): Promise<number> {
  const { port, close } = await startLoopbackServer(listener);
  onTestFinished(close);
  return port;
}
