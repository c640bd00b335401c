import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Entry } from '../entry.ts';
import * as dayItems from './day-item.store.ts';
import { type DayItem, findStoredEntry, listStoredEntries } from './day-item.ts';
import type { EntryAddress } from './entry-id.ts';
import { type EntryUpdate, isStored, isUnmoved, toItemChange } from './entry-update.ts';
import { move, type UpdateResult } from './move.store.ts';
import { listPointers, listStorageDates, toPointerName } from './pointer.ts';
import * as reservations from './reservation.store.ts';

/** Lists the entries shown on a day, in the order in which they were written. */
export async function list(table: Table<'get'>, user_id: string, date: string): Promise<Entry[]> {
  const item = await dayItems.find(table, user_id, date);
  const otherDates = listStorageDates(listPointers(item));
  const otherEntries = await Promise.all(
    otherDates.map(async (storageDate) =>
      listStoredEntries(await dayItems.find(table, user_id, storageDate), storageDate),
    ),
  );
  const entries = [...listStoredEntries(item, date), ...otherEntries.flat()];
  const shown = entries.filter((entry) => entry.date === date);
  return shown.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns one of the user's entries, or undefined if there is none at the address. */
export async function find(
  table: Table<'get'>,
  user_id: string,
  address: EntryAddress,
): Promise<Entry | undefined> {
  const item = await dayItems.find(table, user_id, address.storageDate);
  return findStoredEntry(item, address);
}

/**
 * Updates only the given members of an entry, so that no concurrent change is lost. One write is
 * enough unless the entry moves. If the target day is full but has abandoned reservations, releases
 * those and retries once.
 */
export async function update(
  table: Table<'get' | 'update'>,
  user_id: string,
  address: EntryAddress,
  change: EntryUpdate,
): Promise<UpdateResult> {
  const result = await updateOrMove(table, user_id, address, change);
  if (!result.exceeded) return result;

  const isReclaimed = await reservations.reclaim(table, user_id, [result.exceeded], change.now);
  return isReclaimed ? updateOrMove(table, user_id, address, change) : result;
}

/** Retries for as long as other requests move the same entry. */
async function updateOrMove(
  table: Table<'update'>,
  user_id: string,
  address: EntryAddress,
  change: EntryUpdate,
): Promise<UpdateResult> {
  const { storageDate } = address;
  const { date } = change;
  for (;;) {
    const outcome = await dayItems.catchItemTooLarge(
      table.update<DayItem>(
        keys.diaryDay(user_id, storageDate),
        toItemChange(address, change),
        isStored(address, date),
      ),
    );
    if (!outcome) return { exceeded: { date: storageDate, limit: 'bytes' } };
    if (outcome.done) return { entry: findStoredEntry(outcome.row, address) };

    const entry = findStoredEntry(outcome.existing, address);
    if (!entry || date === undefined) return {};
    const result = await move(table, user_id, { address, entry, update: { ...change, date } });
    if (result) return result;
  }
}

/**
 * Removes an entry and returns whether it existed. One write is enough if the entry is shown on its
 * storage date, as almost all are. `moved` is an entry that was found elsewhere.
 */
export async function remove(
  table: Table<'update'>,
  user_id: string,
  address: EntryAddress,
  moved?: Entry,
): Promise<boolean> {
  const { batch, index, storageDate } = address;
  const isElsewhere = moved !== undefined && moved.date !== storageDate;
  const outcome = await table.updateWithoutRow<DayItem>(
    keys.diaryDay(user_id, storageDate),
    { remove: [`${batch}.${index}`], increment: { entry_count: isElsewhere ? 0 : -1 } },
    moved ? isUnmoved(address, moved) : isStored(address, storageDate),
  );
  if (!outcome.done) {
    const entry = findStoredEntry(outcome.existing, address);
    return entry ? remove(table, user_id, address, entry) : false;
  }
  if (isElsewhere) {
    await reservations.release(table, user_id, moved.date, [toPointerName(moved)]);
  }
  return true;
}
