import * as registrations from '#functions/account/webhook/registration.store.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { deleteOwn } from '#functions/auth/client/own-client.store.ts';
import { revokePageOfClient } from '#functions/auth/grant/revocation.store.ts';
import { deleteSeats } from '#functions/auth/grant/seat.store.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';

/** The outcome of a deletion. `continues`: the application is disabled, and has more users. */
type DeletionOutcome = 'deleted' | 'continues' | 'changed';

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
    if (!(await registrations.deleteRegistration(table, webhook, exists)))
      return 'changed';
  await deleteSeats(table, client_id);
  await registrations.deleteTargets(table, client_id);
  const isDeleted = await deleteOwn(table, { ...client, owner_id });
  return isDeleted ? 'deleted' : 'changed';
}
