import { newId } from '../runtime/ids.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { isNew } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** Why a connection is synchronized. */
export type SyncReason = 'connected' | 'due' | 'person' | 'push' | 'continued';

/** A request to synchronize a connection. Writing it starts the sync through the table's stream. */
export interface SyncRequest {
  id: string;
  remote_connection_id: string;
  reason: SyncReason;
  /** A workout that a webhook reported. Without it the sync lists what changed. */
  workout_id?: string;
  /** Epoch seconds after which the table deletes a request that was lost. */
  ttl: number;
}

/** The prefix of the sort keys of requests. */
export const syncRequestPrefix = 'SYNC_REQUEST#';

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
  const row = workout_id === undefined ? request : { ...request, workout_id };
  await table.put({ ...keys.syncRequest(user_id, id), ...row }, isNew);
}
