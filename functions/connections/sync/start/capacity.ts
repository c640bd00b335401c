import { syncShards } from '#functions/connections/connection/sync-state.ts';
import consumer from '../consumer.ts';

/** The syncs that are started in a minute for each function of the queue: 1.3 a second. */
const startsPerFunction = 80;

/** The most syncs of a shard that may wait in the queue or run, for the functions of the queue. */
export function getMaxWaiting(queueConcurrency: number): number {
  return (queueConcurrency * startsPerFunction) / syncShards.length;
}

/**
 * Milliseconds after which a sync that was started and has not ended is requested again: the time
 * for which the queue repeats a message. It is lost then, or in the dead-letter queue.
 */
export const retryMs = consumer.maxAge * 1000;

/** Milliseconds for which a sync that was started and has not ended counts as waiting. */
export const waitingMs = 600_000;
