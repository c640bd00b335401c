import {
  exists,
  isNew,
  toQuotaDecrease,
  toQuotaIncrease,
} from '#shared/table/condition.ts';
import { type Key, requireOwner } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { grantKeys } from './grant.keys.ts';
import { listByUser } from './grant.store.ts';
import { isLive, maxSeats } from './grant.ts';

/** The holder of a seat: a user, and a client that is not approved. */
interface SeatHolder {
  user_id: string;
  client_id: string;
}

/** Returns the number of seats of a client that are taken. */
export async function countSeats(
  table: Table<'get'>,
  client_id: string,
): Promise<number> {
  const item = await table.get<{ count: number }>(grantKeys.seatCount(client_id));
  return item?.count ?? 0;
}

/**
 * Returns the changes with which a grant of a user keeps their seat, or takes one, for the
 * transaction that creates the grant. Frees the seats of users whose grants have all ended if all
 * seats are taken. Returns undefined if none is free.
 */
export async function toSeatChanges(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  holder: SeatHolder,
  now: Date,
): Promise<TransactionChange<'put' | 'update' | 'check'>[] | undefined> {
  const { user_id, client_id } = holder;
  const key = grantKeys.seat(user_id, client_id);
  const [seat, count] = await Promise.all([table.get(key), countSeats(table, client_id)]);
  if (seat) return [{ check: key, condition: exists }];
  if (count >= maxSeats && !(await freeEndedSeats(table, client_id, now)))
    return undefined;
  return [
    { put: buildSeat(holder, now), condition: isNew },
    toQuotaIncrease(grantKeys.seatCount(client_id), maxSeats),
  ];
}

/** Builds the item of a seat. */
export function buildSeat({ user_id, client_id }: SeatHolder, now: Date) {
  return {
    ...grantKeys.seat(user_id, client_id),
    collection: grantKeys.seatsOfClient(client_id),
    collection_sk: user_id,
    client_id,
    created_datetime: now.toISOString(),
  };
}

/** Frees the seat of a user, if they have one, and counts it no longer by the same transaction. */
export async function freeSeat(
  table: Table<'get' | 'update' | 'delete' | 'transact'>,
  { user_id, client_id }: SeatHolder,
): Promise<boolean> {
  const key = grantKeys.seat(user_id, client_id);
  if (!(await table.get(key))) return false;
  const result = await table.transact([
    { delete: key, condition: exists },
    toQuotaDecrease(grantKeys.seatCount(client_id)),
  ]);
  return meetsConditions(result);
}

/** Lists the users who have a seat. The index lags about a second behind the table. */
export async function listSeatHolders(
  table: Table<'query'>,
  client_id: string,
): Promise<string[]> {
  const collection = grantKeys.seatsOfClient(client_id);
  const seats = await table.query<Key>({ collection });
  return seats.map(requireOwner);
}

/** Frees the seats of users without a live grant to the client. Returns whether there were any. */
async function freeEndedSeats(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  client_id: string,
  now: Date,
): Promise<boolean> {
  let hasFreed = false;
  for (const user_id of await listSeatHolders(table, client_id)) {
    const grants = await listByUser(table, user_id);
    const isUsed = grants.some(
      (grant) => grant.client_id === client_id && isLive(grant, now),
    );
    if (!isUsed && (await freeSeat(table, { user_id, client_id }))) hasFreed = true;
  }
  return hasFreed;
}
