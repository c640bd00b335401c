import { deleteByPerson } from '#functions/diary/merging/change-by-person.ts';
import { isAbsent, isPresent } from '#shared/table/condition.ts';
import * as dayItems from '../day-item.store.ts';
import {
  type Diary,
  type EntryAddress,
  findNextVisit,
  findStoredEntry,
  isSynced,
  needsDecision,
  toEntryPath,
  type Visit,
  visitDay,
} from '../day-item.ts';
import {
  combineByDay,
  type StoredPlace,
  toDeparture,
  toForwarding,
} from '../day-update.ts';
import { toPlainCondition, toStoredCondition } from '../entry-update.ts';
import { toVisible } from '../visibility.ts';

type RemovalDiary = Diary<'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'>;

/**
 * Removes an entry and returns whether it existed. One write is enough unless the entry has moved,
 * is a workout of a connection, or is merged with others. If it has moved, its forwarding is
 * removed in the same transaction.
 */
export async function deleteFromDiary(
  diary: RemovalDiary,
  address: EntryAddress,
): Promise<boolean> {
  const isDeleted = await visitDay(address, (date) =>
    deleteFrom(diary, { address, date, isSynced: false }),
  );
  return isDeleted ?? false;
}

async function deleteFrom(
  diary: RemovalDiary,
  place: StoredPlace,
): Promise<Visit<boolean>> {
  const { address, date } = place;
  const path = toEntryPath(address, date);
  const isRemovable = {
    ...toStoredCondition(path, address.type),
    ...toPlainCondition(path, diary.hidden_types),
    // Workouts of connections are not counted.
    [`${path}.source.remote_connection_type`]: place.isSynced ? isPresent : isAbsent,
  };
  const departure = toDeparture(place, isRemovable);
  const forwarding = toForwarding(address, { from: date });
  const updates = combineByDay([departure, ...forwarding]);
  const failures = await dayItems.updateAll(diary, updates);
  if (failures.length === 0) return { result: true };

  const failure = failures.find((each) => each.date === date);
  const item = failure?.existing;
  const entry = findStoredEntry(item, address);
  if (entry && !toVisible(entry, diary.hidden_types)) return { result: false };
  if (entry && needsDecision(entry, diary.hidden_types)) {
    return { result: await deleteByPerson(diary, address) };
  }
  if (entry && isSynced(entry) && !place.isSynced) {
    return deleteFrom(diary, { ...place, isSynced: true });
  }
  const visit = findNextVisit(address, date, item);
  const isGone = failure?.mayBeDone && !entry && visit.next === undefined;
  return isGone ? { result: true } : visit;
}
