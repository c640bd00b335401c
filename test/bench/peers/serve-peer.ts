import type { RequestListener } from 'node:http';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import type { PeerResponse } from './contenders.ts';

interface PeerService {
  createListener(url: string): RequestListener;
  /** Does the work of one request without HTTP. */
  call?(): Promise<unknown>;
}

/**
 * Serves a peer on a free port. Reports its address and its CPU time for each message, after as
 * many calls as the message says, one at a time as in Lambda.
 */
export async function servePeer({
  createListener,
  call = async () => undefined,
}: PeerService): Promise<void> {
  const { server, url } = await startLoopbackServer();
  server.on('request', createListener(url));

  process.on('message', async (count: number) => {
    for (let i = 0; i < count; i++) await call();
    report(url);
  });
  report(url);
}

function report(url: string): void {
  const { user, system } = process.cpuUsage();
  const response: PeerResponse = { url, cpu: (user + system) / 1000 };
  process.send?.(response);
}
