import { removeByPerson } from '#functions/diary/merging/change-by-person.store.ts';
import * as dayItems from '../day-item.store.ts';
import { findStoredEntry, listStoredEntries, toEntryPath } from '../day-item.ts';
import { combineByDay, toDeparture, toForwarding } from '../day-update.ts';
import type { Diary } from '../diary.ts';
import { type Entry, isMerged } from '../entry.ts';
import type { EntryAddress } from '../entry-id.ts';
import { listShownEntries } from '../shown-entries.ts';
import { findNextVisit, type Visit, visitDay } from '../visit-day.ts';
import { toStoredCondition, toUnmergedCondition } from './entry-update.ts';

/** Lists the entries of a day, in the order in which they were written. */
export async function list(diary: Diary<'get'>, date: string): Promise<Entry[]> {
  const item = await dayItems.find(diary, date);
  return listShownEntries(listStoredEntries(item, date));
}

/** Returns an entry, or undefined if there is none at the address. */
export function find(
  diary: Diary<'get'>,
  address: EntryAddress,
): Promise<Entry | undefined> {
  return visitDay(address, async (date) => {
    const item = await dayItems.find(diary, date);
    const entry = findStoredEntry(item, address);
    return entry ? { result: entry } : findNextVisit(address, date, item);
  });
}

type RemovalDiary = Diary<'query' | 'update' | 'check' | 'transact'>;

/**
 * Removes an entry and returns whether it existed. One write is enough unless the entry has moved,
 * or is merged with others. If it has moved, its forwarding is removed in the same transaction.
 */
export async function remove(
  diary: RemovalDiary,
  address: EntryAddress,
): Promise<boolean> {
  const isRemoved = await visitDay(address, (date) => removeFrom(diary, address, date));
  return isRemoved ?? false;
}

async function removeFrom(
  diary: RemovalDiary,
  address: EntryAddress,
  date: string,
): Promise<Visit<boolean>> {
  const path = toEntryPath(address, date);
  const isRemovable = {
    ...toStoredCondition(path, address.type),
    ...toUnmergedCondition(path),
  };
  const departure = toDeparture(address, date, isRemovable);
  const forwarding = toForwarding(address, { from: date });
  const updates = combineByDay([departure, ...forwarding]);
  const failures = await dayItems.updateAll(diary, updates);
  if (failures.length === 0) return { result: true };

  const item = failures.find((failure) => failure.date === date)?.existing;
  const entry = findStoredEntry(item, address);
  if (entry && isMerged(entry)) return { result: await removeByPerson(diary, address) };
  return findNextVisit(address, date, item);
}
