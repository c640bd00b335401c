import type { Entry, StoredEntry } from './entry.ts';
import { type EntryAddress, formatEntryId, parseEntryId } from './entry-id.ts';

/**
 * The item of a user's day, which has the entries of that day (decision 0020). Its attributes are:
 *
 * - batches, each named by its id: the entries that one request or import wrote, by index;
 * - entries that were moved to this day, each named by its id;
 * - the dates to which entries of this day were moved, each named by the entry's id.
 */
export interface DayItem {
  /** How many entries the day has. */
  entry_count?: number;
  [attribute: string]: unknown;
}

/** Returns the date of a day's item from its sort key. */
export function getDayDate({ sk }: { sk: string }): string {
  return sk.slice(-'2026-01-31'.length);
}

type StoredBatch = Readonly<Record<string, StoredEntry>>;

/** Lists the entries in the item of a date, hidden ones included. */
export function listStoredEntries(item: DayItem | undefined, date: string): Entry[] {
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(item ?? {})) {
    if (isBatchId(name)) entries.push(...listBatch(name, value as StoredBatch, date));
    else if (isMovedEntry(name, value)) entries.push({ id: name, ...value });
  }
  return entries;
}

function listBatch(batch: string, stored: StoredBatch, firstDate: string): Entry[] {
  const indexed = Object.entries(stored).filter(([member]) => isIndex(member));
  return indexed.map(([index, entry]) => {
    const { type } = entry;
    const id = formatEntryId({ batch, firstDate, index: Number(index), type });
    return { id, ...entry };
  });
}

/** Returns the entry at an address, or undefined if the item of a day does not have it. */
export function findStoredEntry(
  item: DayItem | undefined,
  address: EntryAddress,
): Entry | undefined {
  const id = formatEntryId(address);
  const batch = item?.[address.batch] as StoredBatch | undefined;
  const entry =
    batch?.[address.index] ?? (item?.[id] as StoredEntry | string | undefined);
  if (typeof entry !== 'object' || entry.type !== address.type) return undefined;
  return { id, ...entry };
}

/**
 * Returns the date to which an entry was moved from its first day, whose item is given. Returns
 * undefined if it was not.
 */
export function findNewDate(
  item: DayItem | undefined,
  address: EntryAddress,
): string | undefined {
  const value = item?.[formatEntryId(address)];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the batch of an imported entry, which is the only entry of its batch. */
export function newImportedBatch({ index }: EntryAddress, entry: StoredEntry) {
  return { [index]: entry, is_imported: true };
}

/** An entry that was moved to another day than its first. */
export interface MovedEntry {
  id: string;
  date: string;
}

/** Lists the imported entries that were moved from the day whose item is given. */
export function listMovedImports(item: DayItem): MovedEntry[] {
  return Object.entries(item).flatMap(([id, date]) => {
    const address = typeof date === 'string' ? parseEntryId(id) : undefined;
    if (!address) return [];
    const batch = item[address.batch] as { is_imported?: true } | undefined;
    return batch?.is_imported ? [{ id, date: date as string }] : [];
  });
}

/** Returns the path of an entry in the item of the date on which it is. */
export function toEntryPath(address: EntryAddress, date: string): string {
  if (date !== address.firstDate) return formatEntryId(address);
  return `${address.batch}.${address.index}`;
}

/**
 * Returns whether the name of a batch's member is the index of an entry. The batch of an imported
 * workout has the member `is_imported`, or `withdrawn_at` if it was deleted at its provider.
 */
function isIndex(member: string): boolean {
  return /^\d+$/.test(member);
}

function isBatchId(attribute: string): boolean {
  return /^[0-9a-z]{36}$/.test(attribute);
}

function isMovedEntry(attribute: string, value: unknown): value is StoredEntry {
  return typeof value === 'object' && parseEntryId(attribute) !== undefined;
}
