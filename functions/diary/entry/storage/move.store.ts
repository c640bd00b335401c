import * as dayItems from '#shared/diary/day-item.store.ts';
import { type DayItem, findStoredEntry } from '#shared/diary/day-item.ts';
import type { Diary } from '#shared/diary/diary.ts';
import type { Entry } from '#shared/diary/entry.ts';
import type { EntryAddress } from '#shared/diary/entry-id.ts';
import { toPointerName } from '#shared/diary/pointer.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { WriteResult } from '#shared/table/table.ts';
import type { CapacityExceeded } from '../capacity.ts';
import {
  causesHeartRateConflict,
  type EntryUpdate,
  toHeartRateCondition,
  toItemChange,
  toUnmovedCondition,
} from './entry-update.ts';
import * as reservations from './reservation.store.ts';

/**
 * The result of an update: the entry, or the reason why it was rejected. It has neither if the
 * entry does not exist.
 */
export interface UpdateResult {
  entry?: Entry | undefined;
  exceeded?: CapacityExceeded;
  /** Whether the maximum heart rate would be below the average. */
  hasHeartRateConflict?: boolean;
}

/** A move of an entry from its current date to the date of an update. */
export interface Move {
  address: EntryAddress;
  entry: Entry;
  update: EntryUpdate & { date: string };
}

/** The day on which an entry is shown. After a move, `place` is the id of that move. */
type Position = Pick<Entry, 'id' | 'date' | 'place'>;

/**
 * Moves an entry to another day and updates it (decision 0021). First reserves a slot on the target
 * day, then writes the entry, which is the commit. Finally releases the slot that the entry does
 * not use: the old one, or that of the target if the write failed.
 *
 * Returns undefined if another request has moved the entry since it was read.
 */
export async function move(
  diary: Diary<'update'>,
  { address, entry, update }: Move,
): Promise<UpdateResult | undefined> {
  const { storageDate } = address;
  const target = {
    id: entry.id,
    date: update.date,
    place: newId(update.now),
  };
  const isElsewhere = ({ date }: Position) => date !== storageDate;

  if (isElsewhere(target)) {
    const pointers = [toPointerName(target)];
    const exceeded = await reservations.reserve(diary, target.date, pointers);
    if (exceeded) return { exceeded };
  }

  const outcome = await commit(diary, { address, entry, update }, target);
  const item = outcome?.done ? outcome.item : outcome?.existing;
  const stored = outcome ? findStoredEntry(item, address) : entry;
  const isStoredAt = (position: Position) =>
    stored !== undefined && toPointerName(stored) === toPointerName(position);

  for (const position of [entry, target]) {
    const isUnused = isElsewhere(position) && !isStoredAt(position);
    if (!isUnused) continue;
    const pointers = [toPointerName(position)];
    await reservations.release(diary, position.date, pointers);
  }

  if (!stored || isStoredAt(target)) return { entry: stored };
  if (!isStoredAt(entry)) return undefined;
  if (causesHeartRateConflict(stored, update)) return { hasHeartRateConflict: true };
  // The entry has not moved, so the item of its storage date had no capacity.
  return { exceeded: { date: storageDate, limit: outcome ? 'entries' : 'bytes' } };
}

/** Writes the moved entry. Returns undefined if the item would exceed 400 KB. */
function commit(
  diary: Diary<'update'>,
  { address, entry, update }: Move,
  target: Position,
): Promise<WriteResult<DayItem> | undefined> {
  const { storageDate } = address;
  const wasOnStorageDate = entry.date === storageDate;
  const willBeOnStorageDate = target.date === storageDate;

  const set = { ...update.set, date: target.date, place: target.place };
  const change = toItemChange(address, { set, remove: update.remove });
  const increment = {
    entry_count: Number(willBeOnStorageDate) - Number(wasOnStorageDate),
  };

  const unmoved = {
    ...toUnmovedCondition(address, entry),
    ...toHeartRateCondition(address, update),
  };
  const condition = willBeOnStorageDate
    ? { ...unmoved, ...reservations.toCapacityCondition(1) }
    : unmoved;
  return dayItems.update(diary, storageDate, {
    change: { ...change, increment },
    condition,
  });
}
