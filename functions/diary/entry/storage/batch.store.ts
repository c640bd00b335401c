import { maxEntries } from '#shared/diary/bounds.ts';
import * as dayItems from '#shared/diary/day-item.store.ts';
import type { DayItem } from '#shared/diary/day-item.ts';
import type { Diary } from '#shared/diary/diary.ts';
import type { Entry } from '#shared/diary/entry.ts';
import { toPointerName } from '#shared/diary/pointer.ts';
import { isAbsent } from '#shared/table/condition.ts';
import type { CapacityExceeded } from '../capacity.ts';
import type { Batch } from './batch.ts';
import * as reservations from './reservation.store.ts';

type EntriesByDate = ReadonlyMap<string, readonly Entry[]>;

/** Slots that a batch has reserved on a day other than its storage date. */
interface Reservation {
  date: string;
  pointers: readonly string[];
}

interface PrecheckResult {
  isStored: boolean;
  exceeded: CapacityExceeded[];
}

/** The reservations that were made, and the capacity that was exceeded, if any. */
interface ReservationResult {
  reserved: Reservation[];
  exceeded?: CapacityExceeded;
}

/**
 * Stores a batch, the entries of one POST, exactly once, however often it is posted. Returns the
 * exceeded capacities, or an empty list if the batch is stored. If a full day has abandoned
 * reservations, releases those and retries once.
 */
export async function create(
  diary: Diary<'get' | 'update'>,
  batch: Batch,
  now: Date,
): Promise<CapacityExceeded[]> {
  const exceeded = await store(diary, batch);
  const isReclaimed = await reservations.reclaim(diary, exceeded, now);
  return isReclaimed ? store(diary, batch) : exceeded;
}

/**
 * Reserves slots on all days except the storage date, then writes the batch, which is the commit
 * (decision 0021). If the batch is rejected, releases the reservations, unless the batch has an
 * idempotency key: a concurrent retry may rely on them.
 */
async function store(
  diary: Diary<'get' | 'update'>,
  batch: Batch,
): Promise<CapacityExceeded[]> {
  const entriesByDate = Map.groupBy(batch.entries, ({ date }) => date);
  if (entriesByDate.size > 1) {
    const { isStored, exceeded } = await precheck(diary, batch, entriesByDate);
    if (isStored) return [];
    if (exceeded.length > 0) return exceeded;
  }

  const reservation = await reserveOtherDays(diary, batch, entriesByDate);
  const storageDateCount = entriesByDate.get(batch.storageDate)?.length ?? 0;
  const exceeded = reservation.exceeded ?? (await commit(diary, batch, storageDateCount));
  if (!exceeded) return [];

  if (!batch.hasKey) await releaseAll(diary, reservation.reserved);
  return [exceeded];
}

/**
 * Reads all days of a batch, to avoid reserving slots for a batch that is already stored or does
 * not fit. No write relies on these reads: each write has its own condition.
 */
async function precheck(
  diary: Diary<'get'>,
  batch: Batch,
  entriesByDate: EntriesByDate,
): Promise<PrecheckResult> {
  const reads = [...entriesByDate].map(async ([date, entries]) => {
    const item = await dayItems.find(diary, date);
    return { date, entries, item };
  });
  const days = await Promise.all(reads);
  const storageDay = days.find(({ date }) => date === batch.storageDate);
  const fullDays = days.filter(({ item, entries }) => !hasCapacityFor(item, entries));
  return {
    isStored: storageDay?.item?.[batch.id] !== undefined,
    exceeded: fullDays.map(({ date }) => ({ date, limit: 'entries' })),
  };
}

/** Returns whether a day has capacity for these entries, or has already reserved it. */
function hasCapacityFor(item: DayItem | undefined, entries: readonly Entry[]): boolean {
  const isReserved = entries.some((entry) => item?.[toPointerName(entry)] !== undefined);
  const count = item?.entry_count ?? 0;
  return isReserved || count + entries.length <= maxEntries;
}

/**
 * Reserves the slots of a batch on all days except the storage date, one day after the other, until
 * a day has no capacity.
 */
async function reserveOtherDays(
  diary: Diary<'update'>,
  { storageDate }: Batch,
  entriesByDate: EntriesByDate,
): Promise<ReservationResult> {
  const reserved: Reservation[] = [];
  for (const [date, entries] of entriesByDate) {
    if (date === storageDate) continue;
    const pointers = entries.map(toPointerName);
    const exceeded = await reservations.reserve(diary, date, pointers);
    if (exceeded) return { reserved, exceeded };
    reserved.push({ date, pointers });
  }
  return { reserved };
}

async function releaseAll(
  diary: Diary<'update'>,
  reserved: readonly Reservation[],
): Promise<void> {
  const releases = reserved.map(({ date, pointers }) =>
    reservations.release(diary, date, pointers),
  );
  await Promise.all(releases);
}

/**
 * Writes the batch. Returns the exceeded capacity, or undefined if the batch is stored now or was
 * before. `storageDateCount` is the number of its entries that are shown on the storage date.
 */
async function commit(
  diary: Diary<'update'>,
  { id, storageDate, entries }: Batch,
  storageDateCount: number,
): Promise<CapacityExceeded | undefined> {
  // The id of an entry encodes its address in the table, so it is not stored.
  const withoutIds = entries.map(({ id: _, ...entry }) => entry);
  const stored = Object.fromEntries(withoutIds.entries());
  const outcome = await dayItems.updateWithoutReturnValues(diary, storageDate, {
    change: {
      set: { [id]: stored },
      increment: { entry_count: storageDateCount },
    },
    condition: {
      [id]: isAbsent,
      ...reservations.toCapacityCondition(storageDateCount),
    },
  });
  const isTooLarge = outcome === undefined;
  if (isTooLarge) return { date: storageDate, limit: 'bytes' };
  if (outcome.done) return undefined;

  const isStored = outcome.existing?.[id] !== undefined;
  return isStored ? undefined : { date: storageDate, limit: 'entries' };
}
