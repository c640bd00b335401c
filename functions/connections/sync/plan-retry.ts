import {
  getRetryTime,
  parseDueTime,
} from '#functions/connections/connection/due-index.ts';
import type { SyncState } from '#functions/connections/connection/sync-state.ts';
import type { SyncFailure } from './sync-session.ts';

/** When the next sync of a connection takes place, and how many syncs in a row have failed. */
interface RetryPlan {
  failures: number;
  nextSync: Date;
  /** The turn of the connection in epoch seconds, if it waits for a limit of the provider. */
  turn?: number | undefined;
}

/** Plans the next sync after a failure. */
export function planRetry(
  { sync_failures: failures = 0 }: Pick<SyncState, 'sync_failures'>,
  error: SyncFailure,
  now: Date,
): RetryPlan {
  const retryAfter = error.kind === 'rate_limited' ? error.retry_after : undefined;
  // A limit says nothing about the connection, so it does not make later delays longer.
  if (retryAfter !== undefined) {
    return { failures, nextSync: getRetryTime(0, now, retryAfter) };
  }
  return { failures: failures + 1, nextSync: getRetryTime(failures + 1, now) };
}

/**
 * Returns the plan of the connection, or a retry if the retry is earlier. So a failed sync of a
 * webhook never delays the next sync.
 */
export function keepEarlierPlan(
  { sync_failures: failures = 0, collection_sk, sync_turn: turn }: SyncState,
  { nextSync }: RetryPlan,
): RetryPlan {
  const planned = collection_sk === undefined ? nextSync : parseDueTime(collection_sk);
  return { failures, nextSync: planned < nextSync ? planned : nextSync, turn };
}

/** Returns whether the provider's response is unreadable, as opposed to an outage. */
export function isUnreadable({ kind }: SyncFailure): boolean {
  return kind === 'malformed' || kind === 'rejected';
}

/**
 * Returns how many syncs could not read a response, or undefined if that does not change. A sync
 * that a webhook requested does not count, as in `sync_failures`.
 */
export function countUnreadable(
  { sync_unreadable = 0 }: SyncState,
  error: SyncFailure,
  reportedId: string | undefined,
): number | undefined {
  return isUnreadable(error) && reportedId === undefined
    ? sync_unreadable + 1
    : undefined;
}
