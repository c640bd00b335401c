import { newId } from '../runtime/ids.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { atMostOrAbsent, belowOrAbsent, exists, isNew } from '../table/condition.ts';
import { isWithinKeySizeLimits, keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import * as remoteConnections from './remote-connection.store.ts';
import type { RemoteConnection } from './remote-connection.ts';
import {
  type CleanupRequest,
  type MergeRequest,
  minRequestInterval,
  type SyncRequest,
} from './sync-request.ts';

/** How long the table keeps a request that no queue processes. */
const lifetimeSeconds = 86_400;

/** Requests a sync of a connection. */
export async function requestSync(
  table: Table<'put'>,
  user_id: string,
  { remote_connection_id, reason, workout_id }: Omit<SyncRequest, 'id' | 'ttl'>,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + lifetimeSeconds;
  const request = { id, remote_connection_id, reason, ttl };
  const item = workout_id === undefined ? request : { ...request, workout_id };
  await table.put({ ...keys.syncRequest(user_id, id), ...item }, isNew);
}

/** Requests to decide again which imported entries are shown. */
export async function requestMerge(
  table: Table<'put'>,
  user_id: string,
  reason: MergeRequest['reason'],
  now: Date,
): Promise<void> {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + lifetimeSeconds;
  await table.put({ ...keys.syncRequest(user_id, id), id, reason, ttl }, isNew);
}

/**
 * Removes one of the user's connections together with the provider's tokens (wire.md R5), and
 * requests to clean up the diary. Returns whether it existed.
 */
export async function disconnect(
  table: Table<'delete' | 'put'>,
  user_id: string,
  remote_connection_id: string,
  { deletes_entries, now }: { deletes_entries: boolean; now: Date },
): Promise<boolean> {
  const key = keys.syncRequest(user_id, remote_connection_id);
  if (!isWithinKeySizeLimits(key)) return false;

  const requested_at = now.getTime();
  const request: CleanupRequest = {
    id: remote_connection_id,
    reason: 'disconnected',
    deletes_entries,
    requested_at,
    ttl: toEpochSeconds(now) + lifetimeSeconds,
  };
  await table.put({ ...key, ...request }, { requested_at: atMostOrAbsent(requested_at) });
  return remoteConnections.remove(table, user_id, remote_connection_id);
}

/** The connection that a user wants to synchronize, and whether the sync was requested. */
export interface UserRequestOutcome {
  /** Undefined if the user has no such connection. */
  connection: RemoteConnection | undefined;
  /** False if the connection does not exist, or a user requested its sync a moment ago. */
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
    {
      ...exists,
      sync_requested_at: belowOrAbsent(nowInSeconds - minRequestInterval + 1),
    },
  );
  if (!outcome.done) return { connection: outcome.existing, isRequested: false };
  await requestSync(table, user_id, { remote_connection_id, reason: 'person' }, now);
  return { connection: outcome.item, isRequested: true };
}
