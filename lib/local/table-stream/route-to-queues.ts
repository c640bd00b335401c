import { matchesEventPattern } from '../template/event-pattern.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import type { MessageQueues } from './message-queues.ts';
import type { OnStreamRecord, StreamRecord } from './stream-proxy.ts';

function accepts(route: StreamRoute, table: string, record: StreamRecord): boolean {
  if (route.table !== table) return false;
  return route.patterns.some((pattern) => matchesEventPattern(pattern, record));
}

/** Routes stream records to the queues whose filter they match, as EventBridge Pipes does. */
export function routeToQueues(
  queues: MessageQueues,
  routes: readonly StreamRoute[],
): OnStreamRecord {
  return (table, record) => {
    const matching = routes.filter((route) => accepts(route, table, record));
    if (matching.length === 0) return;

    const body = JSON.stringify(record);
    queues.send(matching.map(({ queue }) => ({ queue, body })));
  };
}
