import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';

/**
 * Deletes the seats of a client and their count: a release before 0.7.0 let only ten users
 * authorize a client that waited for the operator.
 */
export async function deleteSeats(
  table: Table<'query' | 'delete'>,
  client_id: string,
): Promise<void> {
  const collection = grantKeys.seatsOfClient(client_id);
  for (const { pk, sk } of await table.query<Key>({ collection }))
    await table.delete({ pk, sk }, exists);
  await table.delete(grantKeys.seatCount(client_id), exists);
}
