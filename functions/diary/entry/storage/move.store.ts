import { newId } from '#shared/runtime/ids.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table, WriteResult } from '#shared/table/table.ts';
import type { CapacityExceeded } from '../capacity.ts';
import type { Entry } from '../entry.ts';
import { catchItemTooLarge } from './day-item.store.ts';
import { type DayItem, findStoredEntry } from './day-item.ts';
import type { EntryAddress } from './entry-id.ts';
import { type EntryUpdate, isUnmoved, toItemChange } from './entry-update.ts';
import { toPointerName } from './pointer.ts';
import * as reservations from './reservation.store.ts';

/**
 * The result of an update: the entry, or the day without capacity. It has neither if the entry does
 * not exist.
 */
export interface UpdateResult {
  entry?: Entry | undefined;
  exceeded?: CapacityExceeded;
}

/** A move of an entry from where it was read to the date of an update. */
export interface Move {
  address: EntryAddress;
  entry: Entry;
  update: EntryUpdate & { date: string };
}

/** Where an entry is shown: a date and, after a move, the id of that move. */
type Position = Pick<Entry, 'id' | 'date' | 'place'>;

/**
 * Moves an entry to another day and updates it (decision 0021). It reserves a place on the target
 * day, writes the entry, which is the commit, and releases the reservation that is no longer
 * needed.
 *
 * Returns undefined if another request has moved the entry since it was read.
 */
export async function move(
  table: Table<'update'>,
  user_id: string,
  { address, entry, update }: Move,
): Promise<UpdateResult | undefined> {
  const { storageDate } = address;
  const target = { id: entry.id, date: update.date, place: newId(update.now) };
  const isElsewhere = ({ date }: Position) => date !== storageDate;

  if (isElsewhere(target)) {
    const pointers = [toPointerName(target)];
    const exceeded = await reservations.reserve(table, user_id, target.date, pointers);
    if (exceeded) return { exceeded };
  }

  const outcome = await commit(table, user_id, { address, entry, update }, target);
  const item = outcome?.done ? outcome.row : outcome?.existing;
  const current = outcome ? findStoredEntry(item, address) : entry;
  const isCurrent = (position: Position) =>
    current !== undefined && toPointerName(current) === toPointerName(position);

  const unused = [entry, target].filter((each) => isElsewhere(each) && !isCurrent(each));
  for (const position of unused) {
    await reservations.release(table, user_id, position.date, [toPointerName(position)]);
  }

  if (!current || isCurrent(target)) return { entry: current };
  if (!isCurrent(entry)) return undefined;
  return { exceeded: { date: storageDate, limit: outcome ? 'entries' : 'bytes' } };
}

/** Writes the moved entry. Returns undefined if the item would exceed 400 KB. */
function commit(
  table: Table<'update'>,
  user_id: string,
  { address, entry, update }: Move,
  target: Position,
): Promise<WriteResult<DayItem> | undefined> {
  const wasHere = entry.date === address.storageDate;
  const willBeHere = target.date === address.storageDate;
  const set = { ...update.set, date: target.date, place: target.place };
  const write = table.update<DayItem>(
    keys.diaryDay(user_id, address.storageDate),
    {
      ...toItemChange(address, { set, remove: update.remove }),
      increment: { entry_count: Number(willBeHere) - Number(wasHere) },
    },
    { ...isUnmoved(address, entry), ...(willBeHere ? reservations.hasCapacity(1) : {}) },
  );
  return catchItemTooLarge(write);
}
