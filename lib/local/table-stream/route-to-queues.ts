import {
  createRecordExpectation,
  listExpectedRecords,
} from '../table-writes/expected-records.ts';
import type { StreamRecord } from '../table-writes/stream-record.ts';
import { matchesEventPattern } from '../template/event-pattern.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import { fillInputTemplate } from './input-template.ts';
import type { MessageQueues } from './message-queues.ts';
import type { StreamListener } from './stream-proxy.ts';

function accepts(route: StreamRoute, table: string, record: StreamRecord): boolean {
  if (route.table !== table) return false;
  const passesPipe = route.filters.some((filter) => matchesEventPattern(filter, record));
  return passesPipe && matchesEventPattern(route.pattern, record);
}

/**
 * Returns the listener that sends stream records to queues. As in EventBridge, a record goes to a
 * queue if it passes the filters of the pipe and matches the queue's rule.
 */
export function routeToQueues(
  queues: MessageQueues,
  routes: readonly StreamRoute[],
): StreamListener {
  return {
    expects: createRecordExpectation(listExpectedRecords(routes)),
    onRecord: async (table, record) => {
      const matching = routes.filter((route) => accepts(route, table, record));
      if (matching.length === 0) return;

      const messages = matching.map(({ queue, inputTemplate }) => ({
        queue,
        body: fillInputTemplate(inputTemplate, record),
      }));
      queues.send(messages);
      await queues.flush();
    },
  };
}
