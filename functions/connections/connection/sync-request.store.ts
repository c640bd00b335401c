import { toRestrictionCheck } from '#functions/auth/identity/processing.store.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  atMostOrAbsent,
  belowOrAbsent,
  exists,
  isNew,
  isPresent,
} from '#shared/table/condition.ts';
import { isValidKey, type Key } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { connectionKeys } from './remote-connection.keys.ts';
import { minRequestInterval } from './remote-connection.ts';

/**
 * Why a connection is synchronized: the account was connected, the schedule planned the sync, the
 * person asked for it, a webhook reported a change, or an earlier sync did not read all pages.
 */
export type SyncReason = 'connected' | 'due' | 'person' | 'push' | 'continued';

/** What a webhook has reported. Without any of it, a sync lists what changed. */
export interface WebhookReport {
  workout_id?: string;
  /** Whether the workout was deleted. */
  workout_deleted?: boolean;
  /** The kind of values of the body that has changed. The sync then reads only these. */
  measurement_kind?: string;
  /** When the earliest of what was reported without ids began, in ISO 8601. */
  changed_since?: string;
}

/** Returns no more than the report of a request. */
export function pickReport(request: WebhookReport): WebhookReport {
  const { workout_id, workout_deleted, measurement_kind, changed_since } = request;
  return compact({ workout_id, workout_deleted, measurement_kind, changed_since });
}

/** A request to synchronize a connection. Writing it starts the sync through the table's stream. */
export interface SyncRequest extends WebhookReport {
  id: string;
  remote_connection_id: string;
  reason: SyncReason;
  /** The id of the request that is held. Present while a held request waits. */
  held_id?: string;
  /** Epoch seconds after which the table deletes a request that was lost. Absent while it waits. */
  ttl?: number;
}

/**
 * A request to clean up the diary after a connection is removed. It is written in the transaction
 * that removes the connection.
 */
export interface CleanupRequest {
  /** The id of the connection. */
  id: string;
  reason: 'disconnected';
  /** The provider, whose terms can require that the entries are deleted. */
  remote_connection_type: string;
  /** Whether to delete the entries that were imported from the connection. */
  deletes_entries: boolean;
  /** The last day that is clean, if a clean-up had no time for all of them. */
  after?: string | undefined;
  /** Epoch seconds after which the table deletes a request that was lost. */
  ttl: number;
}

/** Requests a clean-up, or the rest of one. */
export function toCleanup(
  user_id: string,
  cleanup: Omit<CleanupRequest, 'ttl'>,
  now: Date,
) {
  const ttl = toEpochSeconds(now) + requestLifetime;
  return { ...connectionKeys.syncRequest(user_id, cleanup.id), ...cleanup, ttl };
}

/** An item with the key `connectionKeys.syncRequest`. */
export type ImportRequest = SyncRequest | CleanupRequest;

/** Seconds for which the table keeps a request that no queue processes. */
const requestLifetime = 86_400;

/** What a request is about. */
export type NewSyncRequest = Omit<SyncRequest, 'id' | 'held_id' | 'ttl'>;

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

/**
 * Requests a sync for a user, at most once every `minRequestInterval` seconds. With `history`, it
 * also reads what is from before this time.
 */
export async function requestSyncByUser(
  table: Table<'put' | 'update' | 'transact'>,
  user_id: string,
  remote_connection_id: string,
  now: Date,
  history?: { before: string },
): Promise<SyncRequestOutcome> {
  const key = originKeys.remoteConnection(user_id, remote_connection_id);
  if (!isValidKey(key)) return 'not_found';

  const sync_requested_at = toEpochSeconds(now);
  const isDue = atMostOrAbsent(sync_requested_at - minRequestInterval);
  const result = await table.transact([
    {
      update: key,
      change: { set: compact({ sync_requested_at, sync_history: history }) },
      condition: { ...exists, sync_requested_at: isDue },
    },
    toSyncRequest(user_id, { remote_connection_id, reason: 'person' }, now),
  ]);
  if (meetsConditions(result)) return 'requested';
  return result.failures[0]?.existing ? 'too_soon' : 'not_found';
}

/**
 * Holds the request of a webhook while the user has restricted the processing of their data. Of
 * several requests about one workout, or about the same time, the latest is held. Returns false if
 * the user has lifted the restriction meanwhile.
 */
export async function hold(
  table: Table<'put' | 'check' | 'transact'>,
  user_id: string,
  request: SyncRequest,
): Promise<boolean> {
  const { id: held_id, remote_connection_id, reason } = request;
  const report = pickReport(request);
  const { measurement_kind, workout_id, changed_since } = report;
  const subject = [measurement_kind, workout_id ?? changed_since].filter(Boolean);
  const id = toDigest(JSON.stringify([remote_connection_id, ...subject]));
  const held = { id, held_id, remote_connection_id, reason, ...report };
  const result = await table.transact([
    toRestrictionCheck(user_id),
    {
      put: { ...connectionKeys.syncRequest(user_id, id), ...held },
      condition: { held_id: belowOrAbsent(held_id) },
    },
  ]);
  if (result.done) return true;
  const [restriction] = result.failures.filter(({ index }) => index === 0);
  return restriction === undefined;
}

/** The most requests that are released at once. Later ones follow when the queue repeats. */
const maxReleased = 50;

/**
 * Releases the held requests of a user, whose syncs then start. Returns whether none is left: at
 * most 50 are released, so that the provider's limits are not used up at once.
 */
export async function release(
  table: Table<'query' | 'update'>,
  user_id: string,
  now: Date,
): Promise<boolean> {
  const range = connectionKeys.syncRequests(user_id);
  const requests = await table.query<Key & ImportRequest>(range);
  const held = requests.filter(
    (request) => 'held_id' in request && request.held_id !== undefined,
  );
  const ttl = toEpochSeconds(now) + requestLifetime;
  const change = { set: { ttl }, remove: ['held_id'] };
  const isHeld = { held_id: isPresent };
  const releases = held
    .slice(0, maxReleased)
    .map(({ pk, sk }) => table.updateWithoutReturnValues({ pk, sk }, change, isHeld));
  await Promise.all(releases);
  return held.length <= maxReleased;
}
