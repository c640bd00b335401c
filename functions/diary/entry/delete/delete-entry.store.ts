import {
  deleteByPerson,
  type RemovalDiary,
} from '#functions/diary/merging/change-by-person.ts';
import { isAbsent } from '#shared/table/condition.ts';
import * as dayItems from '../day-item.store.ts';
import {
  type EntryAddress,
  findNextVisit,
  findStoredEntry,
  toEntryPath,
  type Visit,
  visitDay,
} from '../day-item.ts';
import { combineByDay, toDeparture, toForwarding } from '../day-update.ts';
import { toStoredCondition } from '../entry-update.ts';
import { toVisible } from '../visibility.ts';

/**
 * Removes an entry and returns whether it existed. One write is enough unless the entry has moved
 * or was imported. If it has moved, its forwarding is removed in the same transaction. An imported
 * entry takes its series along, and may be merged with others.
 */
export async function deleteFromDiary(
  diary: RemovalDiary,
  address: EntryAddress,
): Promise<boolean> {
  const isDeleted = await visitDay(address, (date) => deleteFrom(diary, address, date));
  return isDeleted ?? false;
}

async function deleteFrom(
  diary: RemovalDiary,
  address: EntryAddress,
  date: string,
): Promise<Visit<boolean>> {
  const path = toEntryPath(address, date);
  const isOwn = {
    ...toStoredCondition(path, address.type),
    [`${path}.source`]: isAbsent,
  };
  const departure = toDeparture({ address, date, isSynced: false }, isOwn);
  const forwarding = toForwarding(address, { from: date });
  const updates = combineByDay([departure, ...forwarding]);
  const failures = await dayItems.updateAll(diary, updates);
  if (failures.length === 0) return { result: true };

  const failure = failures.find((each) => each.date === date);
  const item = failure?.existing;
  const entry = findStoredEntry(item, address);
  if (entry && !toVisible(entry, diary.hidden_types)) return { result: false };
  if (entry && 'source' in entry) {
    return { result: await deleteByPerson(diary, address) };
  }
  const visit = findNextVisit(address, date, item);
  const isGone = failure?.mayBeDone && !entry && visit.next === undefined;
  return isGone ? { result: true } : visit;
}
