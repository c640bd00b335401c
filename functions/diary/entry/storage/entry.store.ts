import * as dayItems from '#shared/diary/day-item.store.ts';
import { findStoredEntry, listStoredEntries } from '#shared/diary/day-item.ts';
import type { Diary } from '#shared/diary/diary.ts';
import { type Entry, isMerged } from '#shared/diary/entry.ts';
import type { EntryAddress } from '#shared/diary/entry-id.ts';
import { listPointers, listStorageDates, toPointerName } from '#shared/diary/pointer.ts';
import { listShownEntries } from '#shared/diary/shown-entries.ts';
import {
  causesHeartRateConflict,
  type EntryUpdate,
  toHeartRateCondition,
  toItemChange,
  toStoredCondition,
  toUnmergedCondition,
  toUnmovedCondition,
} from './entry-update.ts';
import { move, type UpdateResult } from './move.store.ts';
import * as reservations from './reservation.store.ts';

/** Lists the entries shown on a day, in the order in which they were written. */
export async function list(diary: Diary<'get'>, date: string): Promise<Entry[]> {
  const item = await dayItems.find(diary, date);
  const otherDates = listStorageDates(listPointers(item));
  const reads = otherDates.map((otherDate) => listStoredOn(diary, otherDate));
  const otherEntries = await Promise.all(reads);

  const entries = [...listStoredEntries(item, date), ...otherEntries.flat()];
  return listShownEntries(entries, { first: date, last: date });
}

async function listStoredOn(diary: Diary<'get'>, storageDate: string): Promise<Entry[]> {
  const item = await dayItems.find(diary, storageDate);
  return listStoredEntries(item, storageDate);
}

/** Returns an entry, or undefined if there is none at the address. */
export async function find(
  diary: Diary<'get'>,
  address: EntryAddress,
): Promise<Entry | undefined> {
  const item = await dayItems.find(diary, address.storageDate);
  return findStoredEntry(item, address);
}

/**
 * Updates only the given members of an entry, so that no concurrent change is lost. One write is
 * enough unless the entry moves. If the target day is full but has abandoned reservations, releases
 * those and retries once.
 */
export async function update(
  diary: Diary<'get' | 'update'>,
  address: EntryAddress,
  change: EntryUpdate,
): Promise<UpdateResult> {
  const result = await updateOrMove(diary, address, change);
  if (!result.exceeded) return result;

  const isReclaimed = await reservations.reclaim(diary, [result.exceeded], change.now);
  return isReclaimed ? updateOrMove(diary, address, change) : result;
}

/** Updates an entry, and moves it if its day changes. Retries while other requests move it. */
async function updateOrMove(
  diary: Diary<'update'>,
  address: EntryAddress,
  change: EntryUpdate,
): Promise<UpdateResult> {
  const { storageDate } = address;
  const { date } = change;
  for (;;) {
    const outcome = await dayItems.update(diary, storageDate, {
      change: toItemChange(address, change),
      condition: {
        ...toStoredCondition(address, date),
        ...toHeartRateCondition(address, change),
      },
    });
    if (!outcome) return { exceeded: { date: storageDate, limit: 'bytes' } };
    if (outcome.done) return { entry: findStoredEntry(outcome.item, address) };

    const entry = findStoredEntry(outcome.existing, address);
    if (!entry) return {};
    if (causesHeartRateConflict(entry, change)) return { hasHeartRateConflict: true };
    // Without a date, the condition fails for no other reason.
    if (date === undefined) return {};
    const moveUpdate = { ...change, date };
    const result = await move(diary, { address, entry, update: moveUpdate });
    if (result) return result;
  }
}

/** The result of a removal. `merged` is the entry if it was not removed because it is merged. */
export interface RemovalResult {
  isRemoved: boolean;
  merged?: Entry;
}

/**
 * Removes an entry unless it is merged with others, whose state depends on it. One write is enough
 * if the entry is shown on its storage date, as almost all are. Otherwise that write fails and
 * returns the entry, and the next attempt gets it as `lastRead`.
 */
export async function remove(
  diary: Diary<'update'>,
  address: EntryAddress,
  lastRead?: Entry,
): Promise<RemovalResult> {
  const { batch, index, storageDate } = address;
  const isElsewhere = lastRead !== undefined && lastRead.date !== storageDate;
  const expectedState = lastRead
    ? toUnmovedCondition(address, lastRead)
    : toStoredCondition(address, storageDate);
  const outcome = await dayItems.updateWithoutReturnValues(diary, storageDate, {
    change: {
      remove: [`${batch}.${index}`],
      increment: { entry_count: isElsewhere ? 0 : -1 },
    },
    condition: { ...expectedState, ...toUnmergedCondition(address) },
  });
  if (outcome && !outcome.done) {
    const entry = findStoredEntry(outcome.existing, address);
    if (!entry) return { isRemoved: false };
    if (isMerged(entry)) return { isRemoved: false, merged: entry };
    return remove(diary, address, entry);
  }
  if (isElsewhere) await releasePointer(diary, lastRead);
  return { isRemoved: true };
}

/** Releases the slot of an entry that was shown on another day than it was stored on. */
export function releasePointer(
  diary: Diary<'update'>,
  entry: Pick<Entry, 'id' | 'date' | 'place'>,
): Promise<void> {
  return reservations.release(diary, entry.date, [toPointerName(entry)]);
}
