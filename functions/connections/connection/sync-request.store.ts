import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { atMostOrAbsent, exists, isNew } from '#shared/table/condition.ts';
import { isWithinKeySizeLimits } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/transactions.ts';
import { connectionKeys } from './remote-connection.keys.ts';
import { minRequestInterval } from './remote-connection.ts';

/**
 * Why a connection is synchronized: the account was connected, the schedule planned the sync, the
 * person asked for it, a webhook reported a change, or an earlier sync did not read all pages.
 */
export type SyncReason = 'connected' | 'due' | 'person' | 'push' | 'continued';

/** A request to synchronize a connection. Writing it starts the sync through the table's stream. */
export interface SyncRequest {
  id: string;
  remote_connection_id: string;
  reason: SyncReason;
  /** A workout that a webhook reported. Without it the sync lists what changed. */
  workout_id?: string;
  /** Whether the webhook reported that the workout was deleted. */
  workout_deleted?: boolean;
  /** When the earliest workout started that a webhook reported without its id, in ISO 8601. */
  changed_since?: string;
  /** Epoch seconds after which the table deletes a request that was lost. */
  ttl: number;
}

/**
 * A request to clean up the diary after a connection is removed. It is written in the transaction
 * that removes the connection.
 */
export interface CleanupRequest {
  /** The id of the connection. */
  id: string;
  reason: 'disconnected';
  /** Whether to delete the entries that were imported from the connection. */
  deletes_entries: boolean;
  /** Epoch seconds after which the table deletes a request that was lost. */
  ttl: number;
}

/** An item with the key `connectionKeys.syncRequest`. */
export type ImportRequest = SyncRequest | CleanupRequest;

/** Seconds for which the table keeps a request that no queue processes. */
export const requestLifetime = 86_400;

type NewSyncRequest = Omit<SyncRequest, 'id' | 'ttl'>;

/** Requests a sync of a connection. */
export async function requestSync(
  table: Table<'put'>,
  user_id: string,
  request: NewSyncRequest,
  now: Date,
): Promise<void> {
  const { put, condition } = toSyncRequest(user_id, request, now);
  await table.put(put, condition);
}

function toSyncRequest(
  user_id: string,
  { remote_connection_id, reason, ...reported }: NewSyncRequest,
  now: Date,
) {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + requestLifetime;
  const request = { id, remote_connection_id, reason, ttl, ...compact(reported) };
  const put = { ...connectionKeys.syncRequest(user_id, id), ...request };
  return { put, condition: isNew } satisfies TransactionChange;
}

/** Whether a sync was requested. If not: the user requested one a moment ago, or has no such id. */
export type SyncRequestOutcome = 'requested' | 'too_soon' | 'not_found';

/** Requests a sync for a user, at most once every `minRequestInterval` seconds. */
export async function requestSyncByUser(
  table: Table<'put' | 'update' | 'transact'>,
  user_id: string,
  remote_connection_id: string,
  now: Date,
): Promise<SyncRequestOutcome> {
  const key = originKeys.remoteConnection(user_id, remote_connection_id);
  if (!isWithinKeySizeLimits(key)) return 'not_found';

  const sync_requested_at = toEpochSeconds(now);
  const isDue = atMostOrAbsent(sync_requested_at - minRequestInterval);
  const result = await table.transact([
    {
      update: key,
      change: { set: { sync_requested_at } },
      condition: { ...exists, sync_requested_at: isDue },
    },
    toSyncRequest(user_id, { remote_connection_id, reason: 'person' }, now),
  ]);
  if (meetsConditions(result)) return 'requested';
  return result.failures[0]?.existing ? 'too_soon' : 'not_found';
}
