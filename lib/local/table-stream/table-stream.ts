import { setTimeout as pause } from 'node:timers/promises';
import { matchesEventPattern } from '../template/event-pattern.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts';
import type { MessageQueues } from './message-queues.ts';
import type { OnStreamRecord } from './stream-proxy.ts';

/** Between two looks at what waits. */
const pauseInMillis = 1000;

/** What the local service has for its removals. */
export interface PollingDeps extends DeliveryDeps {
  isUnavailable: () => boolean;
}

/** Hands over now what waits, as happens every second by itself; resolves when each of it was tried. */
export type DrainQueues = () => Promise<void>;

/** Does what the pipes of the stack do: puts what passes a filter into its queue, and what passes none nowhere. */
export function routeToQueues(
  queues: MessageQueues,
  routes: readonly StreamRoute[],
): OnStreamRecord {
  return (table, record) => {
    const body = JSON.stringify(record);
    const taken = routes.filter(
      (route) =>
        route.table === table &&
        route.patterns.some((pattern) => matchesEventPattern(pattern, record)),
    );
    if (taken.length > 0) queues.send(taken.map(({ queue }) => ({ queue, body })));
  };
}

/**
 * Hands what waits in the queues to the functions that take it up, as the event source mappings of the stack do, until
 * `disposables` is disposed of.
 */
export function startQueuePolling(
  routes: readonly StreamRoute[],
  queues: MessageQueues,
  deps: PollingDeps,
  disposables: AsyncDisposableStack,
): DrainQueues {
  const { clock, warn, isUnavailable } = deps;
  const isOver = new AbortController();

  /** Tries all that may be tried, each without waiting for another. */
  async function drainQueues(): Promise<void> {
    // What were begun at the end would be cut off, and wait for its next try.
    if (isOver.signal.aborted) return;
    const now = clock.now();
    const tries = routes.flatMap((route) =>
      queues
        .listVisible(route.queue, now)
        .map((message) => deliverMessage(message, route, queues, deps)),
    );
    await Promise.all(tries);
  }

  void repeat(isOver.signal, () => {
    if (isUnavailable()) return;
    drainQueues().catch((error) => warn(`Removed items cannot be handed over: ${error}`));
  });
  disposables.defer(() => {
    isOver.abort();
    queues.close();
  });
  return drainQueues;
}

/** Does something again and again, with a pause before each time, until the signal aborts. */
async function repeat(signal: AbortSignal, step: () => void): Promise<void> {
  while (!signal.aborted) {
    await pause(pauseInMillis, undefined, { ref: false, signal }).catch(() => undefined);
    if (!signal.aborted) step();
  }
}
