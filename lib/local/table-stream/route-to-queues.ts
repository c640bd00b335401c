import { type EventPattern, matchesEventPattern } from '../template/event-pattern.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import { fillInputTemplate } from './input-template.ts';
import type { MessageQueues } from './message-queues.ts';
import type { StreamListener } from './stream-proxy.ts';
import type { StreamRecord } from './stream-record.ts';

function accepts(route: StreamRoute, table: string, record: StreamRecord): boolean {
  if (route.table !== table) return false;
  const passesPipe = route.filters.some((filter) => matchesEventPattern(filter, record));
  return passesPipe && matchesEventPattern(route.pattern, record);
}

/** Returns the part of a pattern that can be decided before the write. */
function getKeyPattern({ eventName = [], dynamodb }: EventPattern): EventPattern {
  const { Keys = {} } = (dynamodb ?? {}) as EventPattern;
  return { eventName, dynamodb: { Keys } };
}

/**
 * Routes stream records to the queues whose rule they match, if they pass the pipe, as EventBridge
 * does.
 */
export function routeToQueues(
  queues: MessageQueues,
  routes: readonly StreamRoute[],
): StreamListener {
  return {
    expects: (table, record) => {
      const ofTable = routes.filter((route) => route.table === table);
      const patterns = ofTable.map(({ pattern }) => getKeyPattern(pattern));
      return patterns.some((pattern) => matchesEventPattern(pattern, record));
    },
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
