import * as processing from '#functions/auth/identity/processing.store.ts';
import { list } from '#functions/connections/connection/remote-connection.store.ts';
import * as syncRequests from '#functions/connections/connection/sync-request.store.ts';
import type { Table } from '#shared/table/table.ts';

/**
 * Returns whether a sync has to wait, because the person has restricted the processing of their
 * data. The report of a webhook is then held. Any other request is dropped, because `resumeSyncs`
 * requests a sync of each connection, which lists everything since its last complete sync.
 */
export async function mustWait(
  table: Table<'get' | 'put' | 'check' | 'transact'>,
  user_id: string,
  request: syncRequests.SyncRequest,
): Promise<boolean> {
  if (!(await processing.isRestricted(table, user_id))) return false;
  const { workout_id, changed_since } = request;
  if (workout_id === undefined && changed_since === undefined) return true;
  return syncRequests.hold(table, user_id, request);
}

/**
 * Continues the syncs of a person who has lifted the restriction: releases the reports of webhooks
 * that were held, and requests a sync of each connection. Returns false if it must be repeated,
 * because more reports are held. A repeat does no harm.
 */
export async function resumeSyncs(
  table: Table<'query' | 'put' | 'update'>,
  user_id: string,
  now: Date,
): Promise<boolean> {
  const isEmpty = await syncRequests.release(table, user_id, now);
  if (!isEmpty) return false;

  for (const { id } of await list(table, user_id)) {
    const request = { remote_connection_id: id, reason: 'person' as const };
    await syncRequests.requestSync(table, user_id, request, now);
  }
  return true;
}
