import { isAbsent } from '#shared/table/condition.ts';
import { type CapacityExceeded, countBytes, type DayUpdate } from '../day-capacity.ts';
import * as dayItems from '../day-item.store.ts';
import type { Diary } from '../day-item.ts';
import { formatEntryId } from '../day-item.ts';
import type { Entry, StoredEntry } from '../entry.ts';

/** The entries of one POST. */
export interface Batch {
  id: string;
  entries: readonly [Entry, ...Entry[]];
}

/**
 * Builds the batch of the entries of a POST. The same id and entries always make the same batch.
 */
export function buildBatch(id: string, posted: readonly StoredEntry[]): Batch {
  const [first, ...more] = posted.map((entry, index) => {
    const { date, type } = entry;
    const address = { batch: id, index, firstDate: date, type };
    return { id: formatEntryId(address), ...entry };
  });
  if (!first) throw new Error('A batch has at least one entry.');
  return { id, entries: [first, ...more] };
}

/** An entry and its index in the batch. */
type IndexedEntry = readonly [number, Entry];

/**
 * Stores a batch exactly once, however often it is posted: each entry in the item of its day.
 * Returns the exceeded capacities, or an empty list if the batch is stored.
 */
export async function create(
  diary: Diary<'update' | 'transact'>,
  batch: Batch,
): Promise<CapacityExceeded[]> {
  const entriesByDate = Map.groupBy(batch.entries.entries(), ([, { date }]) => date);
  const updates = [...entriesByDate].map(([date, entries]) =>
    toDayUpdate(batch.id, date, entries),
  );
  const failures = await dayItems.updateAll(diary, updates);
  // The batch is stored on all of its days or on none.
  const isStored = failures.some(({ existing }) => existing?.[batch.id] !== undefined);
  if (isStored) return [];

  const tooLarge = failures.filter(({ cause }) => cause === 'size');
  const isTooLargeInAll = tooLarge.length > 1 && tooLarge.length === updates.length;
  return failures.map(({ date, limit = 'entries' }) => {
    return { date, limit: isTooLargeInAll ? 'bytes_in_all' : limit };
  });
}

function toDayUpdate(
  id: string,
  date: string,
  entries: readonly IndexedEntry[],
): DayUpdate {
  // The id of an entry encodes its address in the table, so it is not stored.
  const stored = entries.map(([index, { id: _, ...entry }]) => [index, entry] as const);
  const set = { [id]: Object.fromEntries(stored) };
  const increment = { own_entries: entries.length, own_bytes: countBytes(set) };
  return { date, change: { set, increment }, condition: { [id]: isAbsent } };
}
