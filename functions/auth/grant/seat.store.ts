import {
  type Condition,
  exists,
  isNew,
  toQuotaDecrease,
  toQuotaIncrease,
  unchangedSince,
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
): Promise<TransactionChange<'put' | 'update'>[] | undefined> {
  const { user_id, client_id } = holder;
  const key = grantKeys.seat(user_id, client_id);
  const [seat, count] = await Promise.all([table.get(key), countSeats(table, client_id)]);
  // A write, so that no request frees the seat that has read it before.
  if (seat) return [{ update: key, change: {}, condition: exists }];
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

/** Frees the seat of a user, if they have one. */
export async function freeSeat(
  table: Table<'get' | 'update' | 'delete' | 'transact'>,
  holder: SeatHolder,
): Promise<boolean> {
  const seat = await table.get(grantKeys.seat(holder.user_id, holder.client_id));
  return seat !== undefined && deleteSeat(table, holder, exists);
}

/** Deletes a seat, and counts it no longer by the same transaction. */
async function deleteSeat(
  table: Table<'update' | 'delete' | 'transact'>,
  { user_id, client_id }: SeatHolder,
  condition: Condition,
): Promise<boolean> {
  const result = await table.transact([
    { delete: grantKeys.seat(user_id, client_id), condition },
    toQuotaDecrease(grantKeys.seatCount(client_id)),
  ]);
  return meetsConditions(result);
}

/** Deletes the count of the seats of a client that is removed. */
export async function deleteSeatCount(
  table: Table<'delete'>,
  client_id: string,
): Promise<void> {
  await table.delete(grantKeys.seatCount(client_id), exists);
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
  for (const user_id of await listSeatHolders(table, client_id))
    if (await freeEndedSeat(table, { user_id, client_id }, now)) hasFreed = true;
  return hasFreed;
}

/**
 * Frees the seat of a user without a live grant to the client. The seat is read first: who allows
 * the client again after that writes it, and keeps it.
 */
async function freeEndedSeat(
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>,
  holder: SeatHolder,
  now: Date,
): Promise<boolean> {
  const { user_id, client_id } = holder;
  const seat = await table.get(grantKeys.seat(user_id, client_id));
  if (!seat) return false;
  const grants = await listByUser(table, user_id);
  const isUsed = grants.some(
    (grant) => grant.client_id === client_id && isLive(grant, now),
  );
  if (isUsed) return false;
  return deleteSeat(table, holder, { ...exists, ...unchangedSince(seat) });
}
