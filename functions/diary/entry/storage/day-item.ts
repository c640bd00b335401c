import type { Entry, StoredEntry } from '../entry.ts';
import { type EntryAddress, formatEntryId } from './entry-id.ts';

/**
 * The item of a user's day (decision 0020). It has an attribute for each batch, a map of entries by
 * index, and one for each pointer to an entry that is stored on another day (decision 0021).
 */
export interface DayItem {
  /** How many places of the day's capacity are in use. */
  entry_count?: number;
  [attribute: string]: unknown;
}

type StoredBatch = Readonly<Record<string, StoredEntry>>;

/** Lists the entries that are stored in the item of a date, including those shown on other days. */
export function listStoredEntries(item: DayItem | undefined, storageDate: string): Entry[] {
  const batchIds = Object.keys(item ?? {}).filter(isBatchId);
  return batchIds.flatMap((batch) => {
    const entries = Object.entries(item?.[batch] as StoredBatch);
    return entries.map(([index, entry]) => {
      const address = { batch, storageDate, index: Number(index), type: entry.type };
      return { id: formatEntryId(address), ...entry };
    });
  });
}

/** Returns the entry at an address, or undefined if the item does not have it. */
export function findStoredEntry(
  item: DayItem | undefined,
  address: EntryAddress,
): Entry | undefined {
  const batch = item?.[address.batch] as StoredBatch | undefined;
  const entry = batch?.[address.index];
  if (entry?.type !== address.type) return undefined;
  return { id: formatEntryId(address), ...entry };
}

function isBatchId(attribute: string): boolean {
  return /^[0-9a-z]{36}$/.test(attribute);
}
