import { setTimeout as pause } from 'node:timers/promises';
import type { RemovalRoute } from '../template/stream-routes.ts';
import { type AttemptSurroundings, attempt } from './deliver.ts';
import { matches } from './event-pattern.ts';
import type { Backlog } from './queue.ts';
import type { OnRemoval } from './stream-proxy.ts';

/** Between two looks at what waits. */
const pauseInMillis = 1000;

/** What the local service has for its removals. */
export interface RemovalSurroundings extends AttemptSurroundings {
  isUnavailable: () => boolean;
}

/** Hands over now what waits, as happens every second by itself; resolves when each of it was tried. */
export type HandOver = () => Promise<void>;

/** Does what the pipes of the stack do: puts what passes a filter into its queue, and what passes none nowhere. */
export function pipeInto(backlog: Backlog, routes: readonly RemovalRoute[]): OnRemoval {
  return (table, record) => {
    const body = JSON.stringify(record);
    const taken = routes.filter(
      (route) =>
        route.table === table && route.patterns.some((pattern) => matches(pattern, record)),
    );
    if (taken.length > 0) backlog.add(taken.map(({ queue }) => ({ queue, body })));
  };
}

/**
 * Hands what waits in the queues to the functions that take it up, as the event source mappings of the stack do, until
 * `owner` is disposed of.
 */
export function startRemovals(
  routes: readonly RemovalRoute[],
  backlog: Backlog,
  surroundings: RemovalSurroundings,
  owner: AsyncDisposableStack,
): HandOver {
  const { clock, notice, isUnavailable } = surroundings;
  const isOver = new AbortController();

  /** Tries all that may be tried, each without waiting for another. */
  async function handOver(): Promise<void> {
    // What were begun at the end would be cut off, and wait for its next try.
    if (isOver.signal.aborted) return;
    const now = clock.now();
    const tries = routes.flatMap((route) =>
      backlog
        .due(route.queue, now)
        .map((message) => attempt(message, route, backlog, surroundings)),
    );
    await Promise.all(tries);
  }

  void repeat(isOver.signal, () => {
    if (isUnavailable()) return;
    handOver().catch((error) => notice(`Removed items cannot be handed over: ${error}`));
  });
  owner.defer(() => {
    isOver.abort();
    backlog.close();
  });
  return handOver;
}

/** Does something again and again, with a pause before each time, until the signal aborts. */
async function repeat(signal: AbortSignal, step: () => void): Promise<void> {
  while (!signal.aborted) {
    await pause(pauseInMillis, undefined, { ref: false, signal }).catch(() => undefined);
    if (!signal.aborted) step();
  }
}
