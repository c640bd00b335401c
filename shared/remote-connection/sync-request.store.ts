import { newId } from '../runtime/ids.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { atMostOrAbsent, exists, isNew } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table, TransactionChange } from '../table/table.ts';
import type { RemoteConnection } from './remote-connection.ts';
import {
  type MergeRequest,
  minRequestInterval,
  requestLifetime,
  type SyncRequest,
} from './sync-request.ts';

/** Requests a sync of a connection. */
export async function requestSync(
  table: Table<'put'>,
  user_id: string,
  { remote_connection_id, reason, workout_id }: Omit<SyncRequest, 'id' | 'ttl'>,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + requestLifetime;
  const request = { id, remote_connection_id, reason, ttl };
  const item = workout_id === undefined ? request : { ...request, workout_id };
  await table.put({ ...keys.syncRequest(user_id, id), ...item }, isNew);
}

/**
 * Returns the change that requests to merge the imported entries again, for the transaction that
 * changes which data source the user prefers.
 */
export function toMergeRequest(
  user_id: string,
  reason: MergeRequest['reason'],
  now: Date,
): TransactionChange<'put'> {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + requestLifetime;
  const request = { ...keys.syncRequest(user_id, id), id, reason, ttl };
  return { put: request, condition: isNew };
}

/** The connection that a user wants to synchronize, and whether the sync was requested. */
export interface UserRequestOutcome {
  /** Undefined if the user has no connection with this id. */
  connection: RemoteConnection | undefined;
  /** False if the connection does not exist, or the user requested its sync a moment ago. */
  isRequested: boolean;
}

/** Requests a sync for a user, at most once every `minRequestInterval` seconds. */
export async function requestSyncByUser(
  table: Table<'put' | 'update'>,
  user_id: string,
  remote_connection_id: string,
  now: Date,
): Promise<UserRequestOutcome> {
  const key = keys.remoteConnection(user_id, remote_connection_id);
  const nowInSeconds = toEpochSeconds(now);
  const outcome = await table.update<RemoteConnection>(
    key,
    { set: { sync_requested_at: nowInSeconds } },
    { ...exists, sync_requested_at: atMostOrAbsent(nowInSeconds - minRequestInterval) },
  );
  if (!outcome.done) return { connection: outcome.existing, isRequested: false };
  await requestSync(table, user_id, { remote_connection_id, reason: 'person' }, now);
  return { connection: outcome.item, isRequested: true };
}
