import * as registrations from '#functions/account/webhook/registration.store.ts';
import { webhookKeys } from '#functions/account/webhook/webhook.keys.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { toOwnRemoval } from '#functions/auth/client/own-client.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import { revokePageOfClient } from '#functions/auth/grant/revocation.store.ts';
import { freeSeat, listSeatHolders } from '#functions/auth/grant/seat.store.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';

/** The outcome of a deletion. `continues`: the application is disabled, and has more users. */
export type DeletionOutcome = 'deleted' | 'continues' | 'changed';

/** So many users can lose access by one request. */
const maxRevoked = 1000;

/**
 * Deletes an application with its webhooks. Before, nobody can use or authorize it any more: it is
 * disabled, and all access is revoked. Each step can be repeated, so another deletion continues one
 * that was interrupted, or that is too large for a request.
 */
export async function deleteOwnApplication(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  client_id: string,
  now: Date,
): Promise<DeletionOutcome> {
  const client = await clients.disable(table, client_id, now);
  if (!client?.owner_id) return 'changed';
  const { count } = await revokePageOfClient(table, client_id, now);
  if (count >= maxRevoked) return 'continues';

  const { owner_id } = client;
  for (const webhook of await webhooks.listOfClient(table, client_id))
    await registrations.remove(table, webhook, exists);
  for (const user_id of await listSeatHolders(table, client_id))
    await freeSeat(table, { user_id, client_id });
  await table.delete(grantKeys.seatCount(client_id), exists);
  await table.delete(webhookKeys.webhookTargets(client_id), exists);
  const removal = await table.transact(toOwnRemoval({ ...client, owner_id }));
  return meetsConditions(removal) ? 'deleted' : 'changed';
}
