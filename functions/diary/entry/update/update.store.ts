import {
  changeByPerson,
  type PersonChange,
} from '#functions/diary/merging/change-by-person.ts';
import { keepNumbers } from '#functions/diary/merging/imported-entry.ts';
import { chooseRecord } from '#functions/diary/merging/person-decisions.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import { equals } from '#shared/table/condition.ts';
import type { CapacityExceeded } from '../day-capacity.ts';
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
import { combineByDay, toArrival, toDeparture, toForwarding } from '../day-update.ts';
import type { Entry } from '../entry.ts';
import {
  applySeenUpdate,
  applyUpdate,
  type EntryUpdate,
  isHeartRateConflict,
  toHeartRateCondition,
  toItemChange,
  toPlainCondition,
  toStoredCondition,
} from '../entry-update.ts';
import { toSourceKey } from '../origin.ts';
import { toVisible } from '../visibility.ts';

/**
 * The result of an update: the entry, or the reason why it was rejected. It has neither if the
 * entry does not exist.
 */
interface UpdateResult {
  entry?: Entry | undefined;
  exceeded?: CapacityExceeded | undefined;
  /** Whether the maximum heart rate would be below the average. */
  hasHeartRateConflict?: boolean;
}

type UpdatedDiary = Diary<
  'get' | 'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'
>;

/** An update of an entry, which is expected on a date. */
interface Attempt {
  address: EntryAddress;
  date: string;
  change: EntryUpdate;
}

/**
 * Updates only the given members of an entry, so that no concurrent change is lost. One write is
 * enough unless the entry moves, has moved, or is merged with others.
 */
export async function update(
  diary: UpdatedDiary,
  address: EntryAddress,
  change: EntryUpdate,
): Promise<UpdateResult> {
  const result = await visitDay(address, (date) => {
    const isMove = change.date !== undefined && change.date !== date;
    const attempt = { address, date, change };
    return isMove ? moveFrom(diary, attempt) : updateOn(diary, attempt);
  });
  return result ?? {};
}

async function updateOn(
  diary: UpdatedDiary,
  { address, date, change }: Attempt,
): Promise<Visit<UpdateResult>> {
  const path = toEntryPath(address, date);
  const { hidden_types } = diary;
  const updated = await dayItems.update(diary, {
    date,
    change: toItemChange(path, change),
    condition: {
      ...toStoredCondition(path, address.type),
      ...toPlainCondition(path, hidden_types),
      ...toHeartRateCondition(path, change),
    },
  });
  if ('item' in updated)
    return { result: { entry: findStoredEntry(updated.item, address) } };

  const { cause, existing, limit } = updated;
  if (cause === 'size') return { result: { exceeded: { date, limit: 'bytes' } } };
  const entry = findStoredEntry(existing, address);
  if (!entry) return findNextVisit(address, date, existing);
  if (!toVisible(entry, hidden_types)) return { result: {} };
  if (needsDecision(entry, hidden_types)) {
    return { result: await updateMerged(diary, address, change) };
  }
  if (limit) return { result: { exceeded: { date, limit } } };
  return { result: { hasHeartRateConflict: true } };
}

async function moveFrom(
  diary: UpdatedDiary,
  { address, date, change }: Attempt,
): Promise<Visit<UpdateResult>> {
  const item = await dayItems.find(diary, date);
  const read = findStoredEntry(item, address);
  if (!read) return findNextVisit(address, date, item);
  if (!toVisible(read, diary.hidden_types)) return { result: {} };
  if (needsDecision(read, diary.hidden_types)) {
    return { result: await updateMerged(diary, address, change) };
  }

  const moved = applyUpdate(read, change);
  if (isHeartRateConflict(moved)) return { result: { hasHeartRateConflict: true } };
  return move(diary, { address, read, moved });
}

/** An entry as it was read, and as it will be stored on another day. */
interface Move {
  address: EntryAddress;
  read: Entry;
  moved: Entry;
}

/**
 * Moves an entry to another day (decision 0020): takes it out of the item of one day, stores it in
 * that of the other, and updates the forwarding of its first day. All of this is one transaction,
 * on condition that the entry is as it was read.
 */
async function move(
  diary: UpdatedDiary,
  { address, read: { id: _, ...read }, moved }: Move,
): Promise<Visit<UpdateResult>> {
  const [from, to] = [read.date, moved.date];
  const isUnchanged = { [toEntryPath(address, from)]: equals(read) };
  const updates = combineByDay([
    toDeparture({ address, date: from, isSynced: isSynced(read) }, isUnchanged),
    toArrival(address, moved),
    ...toForwarding(address, { from, to }),
  ]);
  const failures = await dayItems.updateAll(diary, updates);
  if (failures.length === 0) return { result: { entry: moved } };

  const full = failures.find(({ limit }) => limit !== undefined);
  // Only the item of the new day grows.
  if (full?.limit) return { result: { exceeded: { date: to, limit: full.limit } } };
  return { next: address.firstDate };
}

/** Updates an entry that is merged with others. An edited entry is always shown. */
async function updateMerged(
  diary: UpdatedDiary,
  address: EntryAddress,
  change: EntryUpdate,
): Promise<UpdateResult> {
  let hasHeartRateConflict = false;
  const { date } = change;
  const apply: PersonChange['apply'] = (entries, stored) => {
    // An earlier attempt can have read another entry.
    hasHeartRateConflict = false;
    const visible = toVisible(stored, diary.hidden_types);
    const seen = visible?.type === 'exercise' ? visible : stored;
    const kept = keepNumbers(stored);
    const { updated, written } = applySeenUpdate(kept, seen, change);
    if (written.length === 0 && isEqual(updated, kept)) return;
    const all = [updated, applyUpdate(seen, change)];
    hasHeartRateConflict = all.some(isHeartRateConflict);
    if (hasHeartRateConflict) return;
    entries.set(stored.id, updated);
    // What the person writes counts, also if it is what the own record says, or nothing.
    const key = toSourceKey(stored.source);
    chooseRecord(entries, updated, { members: written, key });
  };
  const result = await changeByPerson(diary, { address, date, apply });
  return hasHeartRateConflict ? { hasHeartRateConflict } : (result ?? {});
}
