import type { Entry, StoredEntry } from './entry.ts';
import { type EntryAddress, formatEntryId } from './entry-id.ts';

/**
 * The item of a user's day (decision 0020). A batch has the entries that one request or import
 * wrote. It is an attribute, which is a map of entries by index. Each pointer to an entry that is
 * stored on another day is an attribute, too (decision 0021).
 */
export interface DayItem {
  /** How many of the day's slots for entries are in use. */
  entry_count?: number;
  [attribute: string]: unknown;
}

/** Returns the date of a day's item from its sort key. */
export function getStorageDate({ sk }: { sk: string }): string {
  return sk.slice(-'2026-01-31'.length);
}

type StoredBatch = Readonly<Record<string, StoredEntry>>;

/** Lists the entries stored in the item of a date, including those that are shown on other days. */
export function listStoredEntries(
  item: DayItem | undefined,
  storageDate: string,
): Entry[] {
  const entries: Entry[] = [];
  for (const [batch, value] of Object.entries(item ?? {})) {
    if (!isBatchId(batch)) continue;
    for (const [index, entry] of Object.entries(value as StoredBatch)) {
      if (!isIndex(index)) continue;
      const { type } = entry;
      const id = formatEntryId({ batch, storageDate, index: Number(index), type });
      entries.push({ id, ...entry });
    }
  }
  return entries;
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

/**
 * Returns whether the name of a batch's member is the index of an entry. The batch of an imported
 * workout that was deleted at its provider has no entry, but the member `withdrawn_at`.
 */
function isIndex(member: string): boolean {
  return /^\d+$/.test(member);
}

function isBatchId(attribute: string): boolean {
  return /^[0-9a-z]{36}$/.test(attribute);
}
