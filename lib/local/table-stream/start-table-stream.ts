import type { ProxyBypass } from '../functions/bypass-proxy.ts';
import { listExpectedRecords } from '../table-writes/expected-records.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import { type MessageQueues, openMessageQueues } from './message-queues.ts';
import { routeToQueues } from './route-to-queues.ts';
import { startStreamProxy } from './stream-proxy.ts';

/** The running replacement of the table's stream. */
export interface TableStream {
  queues: MessageQueues;
  /** URL of the DynamoDB proxy that reports written and deleted items. */
  proxyUrl: string;
  /** Lets threads call the engine directly. Undefined if all calls must go through the proxy. */
  bypass: ProxyBypass | undefined;
}

/**
 * Opens the queues and starts the proxy that fills them. The messages are kept in `directory`, or
 * in memory if `directory` is undefined.
 */
export async function startTableStream(
  streamRoutes: readonly StreamRoute[],
  engineUrl: string,
  directory: string | undefined,
  disposables: AsyncDisposableStack,
): Promise<TableStream> {
  const queues = openMessageQueues(directory);
  // Deferred before the proxy starts, so the queues close after the proxy, whose writes in flight
  // still send messages.
  disposables.defer(queues.close);
  const listener = routeToQueues(queues, streamRoutes);
  const proxyUrl = await startStreamProxy(engineUrl, listener, disposables);

  const expected = listExpectedRecords(streamRoutes);
  // The bypass supports only http and the path `/`. Other engines are called through the proxy.
  const { protocol, pathname } = new URL(engineUrl);
  const canBypass = protocol === 'http:' && pathname === '/';
  const bypass = canBypass ? { proxyUrl, engineUrl, expected } : undefined;
  return { queues, proxyUrl, bypass };
}
