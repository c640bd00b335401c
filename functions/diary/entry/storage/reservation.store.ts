import { maxEntries } from '#shared/diary/bounds.ts';
import * as dayItems from '#shared/diary/day-item.store.ts';
import { type DayItem, findStoredEntry } from '#shared/diary/day-item.ts';
import type { Diary } from '#shared/diary/diary.ts';
import {
  listPointers,
  listStorageDates,
  type Pointer,
  toPointerName,
} from '#shared/diary/pointer.ts';
import { idempotencyKeyLifetime } from '#shared/idempotency/idempotency-key.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  belowOrAbsent,
  type Condition,
  isAbsent,
  isPresent,
} from '#shared/table/condition.ts';
import type { CapacityExceeded } from '../capacity.ts';

/** Returns the condition that a day has capacity for a number of further entries. */
export function toCapacityCondition(count: number): Condition {
  return { entry_count: belowOrAbsent(maxEntries - count + 1) };
}

/**
 * Reserves a slot on a day for each pointer. A pointer is an attribute of this day's item that
 * names an entry shown on this day but stored in another day's item (decision 0021). Returns the
 * exceeded capacity, or undefined if all slots are reserved.
 *
 * Pass only the pointers of one batch or of one move. A repeated call with the same pointers then
 * changes nothing.
 *
 * A request has at most 49 pointers: a POST has at most 50 entries, and the first is stored on its
 * own day. 49 pointers fit into the 4 KB of a DynamoDB expression.
 */
export async function reserve(
  diary: Diary<'update'>,
  date: string,
  pointers: readonly string[],
): Promise<CapacityExceeded | undefined> {
  const count = pointers.length;
  const outcome = await dayItems.updateWithoutReturnValues(diary, date, {
    change: {
      set: toRecord(pointers, true),
      increment: { entry_count: count },
    },
    condition: {
      ...toRecord(pointers, isAbsent),
      ...toCapacityCondition(count),
    },
  });
  const isTooLarge = outcome === undefined;
  if (isTooLarge) return { date, limit: 'bytes' };
  if (outcome.done) return undefined;

  // All pointers are written in one update, so one of them proves that all exist.
  const isReserved = pointers.some((name) => outcome.existing?.[name] !== undefined);
  return isReserved ? undefined : { date, limit: 'entries' };
}

/** Releases the slots of pointers if all of them exist. A repeated call changes nothing. */
export async function release(
  diary: Diary<'update'>,
  date: string,
  pointers: readonly string[],
): Promise<void> {
  await dayItems.updateWithoutReturnValues(diary, date, {
    change: {
      remove: pointers,
      increment: { entry_count: -pointers.length },
    },
    condition: toRecord(pointers, isPresent),
  });
}

/** Releases the abandoned reservations of full days. Returns whether there were any. */
export async function reclaim(
  diary: Diary<'get' | 'update'>,
  exceeded: readonly CapacityExceeded[],
  now: Date,
): Promise<boolean> {
  const fullDays = exceeded.filter(({ limit }) => limit === 'entries');
  const reclaims = fullDays.map(({ date }) => reclaimDay(diary, date, now));
  const results = await Promise.all(reclaims);
  return results.includes(true);
}

async function reclaimDay(
  diary: Diary<'get' | 'update'>,
  date: string,
  now: Date,
): Promise<boolean> {
  const abandoned = await findAbandoned(diary, date, now);
  const groups = Map.groupBy(abandoned, ({ reservedBy }) => reservedBy);
  for (const pointers of groups.values()) {
    const names = pointers.map(({ name }) => name);
    await release(diary, date, names);
  }
  return abandoned.length > 0;
}

/**
 * Milliseconds after which no request can still use a reservation: the lifetime of an idempotency
 * key plus a safety margin of a day.
 */
const maxPendingMs = (idempotencyKeyLifetime + 86_400) * 1000;

/**
 * Finds the abandoned pointers of a day: older than every pending request, and not used by an entry
 * that is shown on that day.
 */
async function findAbandoned(
  diary: Diary<'get'>,
  date: string,
  now: Date,
): Promise<Pointer[]> {
  // Ids sort by time.
  const oldestPending = newId(new Date(now.getTime() - maxPendingMs));
  const item = await dayItems.find(diary, date);
  const old = listPointers(item).filter(({ reservedBy }) => reservedBy < oldestPending);

  const storageItems = await findItems(diary, listStorageDates(old));
  return old.filter(({ name, address }) => {
    const entry = findStoredEntry(storageItems.get(address.storageDate), address);
    const isInUse = entry?.date === date && toPointerName(entry) === name;
    return !isInUse;
  });
}

/** Returns the items of days by date. */
async function findItems(
  diary: Diary<'get'>,
  dates: readonly string[],
): Promise<ReadonlyMap<string, DayItem | undefined>> {
  const items = new Map<string, DayItem | undefined>();
  const reads = dates.map(async (date) => {
    items.set(date, await dayItems.find(diary, date));
  });
  await Promise.all(reads);
  return items;
}

function toRecord<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}
