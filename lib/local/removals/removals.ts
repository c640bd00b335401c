import { setTimeout as pause } from 'node:timers/promises';
import type { RemovalRoute } from '../template/removals.ts';
import { type AttemptSurroundings, attempt } from './attempt.ts';
import { openBacklog } from './backlog.ts';
import { collect, type StreamSources } from './collect.ts';

/** Between two looks at the streams. */
const pauseInMillis = 1000;

/** What the local service has for its removals. */
export interface RemovalSurroundings extends StreamSources, AttemptSurroundings {
  /** Where the backlog is kept; undefined for memory. */
  directory: string | undefined;
  isUnavailable: () => boolean;
}

/** Hands over now what waits, as happens every second by itself; resolves when each of it was tried. */
export type HandOver = () => Promise<void>;

/**
 * Hands removed items to the functions that take them up, as the stack's pipes, queues and event source mappings do,
 * until `owner` is disposed of. Says in one line where the engine has no streams to take them from.
 */
export function startRemovals(
  routes: readonly RemovalRoute[],
  surroundings: RemovalSurroundings,
  owner: AsyncDisposableStack,
): HandOver {
  const { streams, directory, clock, notice, isUnavailable } = surroundings;
  const open = routes.filter(({ table }) => streams.has(table));
  if (open.length < routes.length)
    notice('This DynamoDB has no streams: no provider is told of a remote connection that is removed.');
  if (open.length === 0) return async () => undefined;
  const backlog = openBacklog(directory);
  let complaint = '';
  /** The same complaint comes every second, and is worth one line. */
  function failed(error: unknown): void {
    const sentence = `Removed items cannot be taken up. ${error instanceof Error ? error.message : error}`;
    if (sentence !== complaint) notice(sentence);
    complaint = sentence;
  }
  const isOver = new AbortController();
  const tries = new Set<Promise<void>>();
  let collected = Promise.resolve();

  /** Begins to try all that may be tried. Streams are read one after another; a try waits for no other. */
  async function begin(): Promise<void> {
    const previous = collected.catch(() => undefined);
    collected = previous.then(() => collect(open, surroundings, backlog));
    await collected;
    complaint = '';
    // What were begun now would be cut off, and wait for its next try.
    if (isOver.signal.aborted) return;
    const now = clock.now();
    for (const route of open)
      for (const message of backlog.due(route.queue, now)) {
        const begun = attempt(message, route, backlog, surroundings).catch(failed);
        tries.add(begun);
        void begun.then(() => tries.delete(begun));
      }
  }

  void repeat(isOver.signal, async () => {
    if (!isUnavailable()) await begin().catch(failed);
  });
  owner.defer(async () => {
    isOver.abort();
    await collected.catch(() => undefined);
    backlog.close();
  });
  return async () => {
    await begin();
    await Promise.all(tries);
  };
}

/** Does something again and again, with a pause before each time, until the signal aborts. */
async function repeat(signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await pause(pauseInMillis, undefined, { ref: false, signal }).catch(() => undefined);
    if (!signal.aborted) await step();
  }
}
