import type { TableOperation } from '#shared/contract/resources.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { isDiaryDate } from './dates.ts';
import type { Entry, EntryType, StoredEntry } from './entry.ts';
import type { ImportOrigin } from './origin.ts';
import { type HiddenTypes, omitMerge, toVisible } from './visibility.ts';

/** The diary of a user, with only the named table operations. */
export interface Diary<O extends TableOperation> {
  table: Table<O>;
  user_id: string;
  /** Absent if the caller is the person, or the service itself. */
  hidden_types?: HiddenTypes;
}

/** The address of an entry, which leads to the item that has it (decision 0020). */
export interface EntryAddress {
  /** The id of the batch that created it: its time and 128 random bits. */
  batch: string;
  index: number;
  /** The day on which it was created. If it moves, the item of this day has its new date. */
  firstDate: string;
  type: EntryType;
}

const letters = { exercise: 'e', food_entry: 'f' } as const satisfies Record<
  EntryType,
  string
>;
/** Matches a batch id in base 32, an index, the year, month and day of a date, and a letter. */
const pattern = /^([0-9a-hjkmnp-tv-z]{36})(\d\d)(\d{4})(\d\d)(\d\d)([ef])$/;

/** Returns the id of an entry. Ids sort in the order in which entries were written. */
export function formatEntryId({ batch, index, firstDate, type }: EntryAddress): string {
  return formatIdInDay(batch, String(index), toDigits(firstDate), type);
}

function formatIdInDay(batch: string, index: string, day: string, type: EntryType) {
  return batch + index.padStart(2, '0') + day + letters[type];
}

/** Returns a date without hyphens. Slices take a third of the time of replacements. */
function toDigits(date: string): string {
  return date.slice(0, 4) + date.slice(5, 7) + date.slice(8);
}

/** Returns the address that an id encodes, or undefined if the text is not an entry id. */
export function parseEntryId(id: string): EntryAddress | undefined {
  const [, batch, index, year, month, day, letter] = pattern.exec(id) ?? [];
  const firstDate = `${year}-${month}-${day}`;
  if (batch === undefined || !isDiaryDate(firstDate)) return undefined;
  const type = letter === letters.exercise ? 'exercise' : 'food_entry';
  return { batch, index: Number(index), firstDate, type };
}

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

/**
 * The item of a user's day, which has the entries of that day (decision 0020). Its attributes are:
 *
 * - batches, each named by its id: the entries that one request or import wrote, by index;
 * - entries that were moved to this day, each named by its id;
 * - the dates to which entries of this day were moved, each named by the entry's id.
 */
export interface DayItem {
  /** The number of own entries, which no connection has imported. */
  own_entries?: number;
  /** The most bytes that the own entries can have. */
  own_bytes?: number;
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
  const day = toDigits(date);
  for (const [name, value] of Object.entries(item ?? {})) {
    if (isId(name)) entries.push(...listBatch(name, value as StoredBatch, day));
    else if (isMovedEntry(name, value)) entries.push({ id: name, ...value });
  }
  return entries;
}

/** Returns whether an entry is a workout of a connection, so that a caller may not see it. */
export function isSynced(entry: StoredEntry): boolean {
  return entry.type === 'exercise' && entry.source?.remote_connection_type !== undefined;
}

/**
 * Returns the attributes of an item that have entries, and the part of them that is the same
 * whatever workouts connections have imported: own entries, without what merges have decided.
 */
export function pickOwnPart(item: DayItem): { own: object; all: object } {
  const all = Object.entries(item).filter(
    ([name]) => isId(name) || parseEntryId(name) !== undefined,
  );
  const own = all.flatMap(([name, value]): [string, unknown][] => {
    const batch = item[parseEntryId(name)?.batch ?? name] as StoredBatch | undefined;
    if (isSyncedBatch(batch)) return [];
    if (isId(name)) return [[name, toOwnBatch(batch)]];
    if (!isMovedEntry(name, value)) return [[name, value]];
    return isSynced(value) ? [] : [[name, omitDecision(value)]];
  });
  return { own: Object.fromEntries(own), all: Object.fromEntries(all) };
}

function isSyncedBatch(batch: StoredBatch = {}): boolean {
  const isMarked = 'remote_connection_type' in batch || 'withdrawn_at' in batch;
  return isMarked || Object.values(batch).some(isSynced);
}

function toOwnBatch(batch: StoredBatch = {}): object {
  const entries = Object.entries(batch).filter(([member]) => isIndex(member));
  return Object.fromEntries(
    entries.map(([index, entry]) => [index, omitDecision(entry)]),
  );
}

function omitDecision(entry: StoredEntry): object {
  if (entry.type !== 'exercise') return entry;
  const { separated, joined, ...members } = omitMerge(entry);
  return members;
}

function listBatch(batch: string, stored: StoredBatch, day: string): Entry[] {
  const entries: Entry[] = [];
  for (const [index, entry] of Object.entries(stored)) {
    if (!isIndex(index)) continue;
    const id = formatIdInDay(batch, index, day, entry.type);
    // V8 copies an object much faster if nothing is before it.
    entries.push({ ...entry, id });
  }
  return entries;
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

/**
 * Returns the batch of an imported entry, which is the only entry of its batch. It has the provider
 * of the entry, by which events know it after the entry was moved to another day.
 */
export function newImportedBatch(
  { index }: EntryAddress,
  entry: StoredEntry & { source: ImportOrigin },
) {
  const { remote_connection_type } = entry.source;
  return { [index]: entry, is_imported: true, ...compact({ remote_connection_type }) };
}

/** The part of an imported entry that its batch keeps after a move. */
interface ImportedBatch {
  is_imported?: true;
  remote_connection_type?: string;
}

/** An entry that was moved to another day than its first. */
export interface MovedEntry {
  id: string;
  date: string;
  /** Absent if no connection has imported it. */
  remote_connection_type?: string;
}

/** Lists the imported entries that were moved from the day whose item is given. */
export function listMovedImports(item: DayItem): MovedEntry[] {
  return Object.entries(item).flatMap(([id, date]) => {
    const address = typeof date === 'string' ? parseEntryId(id) : undefined;
    if (!address) return [];
    const batch = item[address.batch] as ImportedBatch | undefined;
    if (!batch?.is_imported) return [];
    const { remote_connection_type } = batch;
    return [{ id, date: date as string, ...compact({ remote_connection_type }) }];
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

function isMovedEntry(attribute: string, value: unknown): value is StoredEntry {
  return typeof value === 'object' && parseEntryId(attribute) !== undefined;
}

/** Lists the entries that a caller sees and none hides, in the order in which they were written. */
export function listShownEntries(
  entries: readonly Entry[],
  hiddenTypes?: HiddenTypes,
): Entry[] {
  const shown: Entry[] = [];
  for (const entry of entries) {
    const visible = toVisible(entry, hiddenTypes);
    if (visible && !isHidden(visible)) shown.push(visible);
  }
  return shown.sort(compareIds);
}

/** Returns whether another imported entry of the same workout is shown instead. */
function isHidden(entry: Entry): boolean {
  return entry.type === 'exercise' && entry.hidden_by !== undefined;
}

/** Returns whether an entry is hidden from a caller, or shown instead of others. */
export function isMerged(entry: Entry): boolean {
  if (entry.type !== 'exercise') return false;
  const { hidden_by, duplicates, views } = entry;
  return [hidden_by, duplicates, views].some((member) => member !== undefined);
}

/**
 * Returns whether a change of an entry has to decide again which entries are shown. It does so for
 * each imported entry if there are some that the caller may not see: the time of a response must
 * not tell whether an entry is merged with one of these.
 */
export function needsDecision(entry: Entry, hiddenTypes: HiddenTypes = []): boolean {
  if (hiddenTypes.length === 0) return isMerged(entry);
  return entry.type === 'exercise' && entry.source !== undefined;
}

function compareIds(one: Entry, other: Entry): number {
  return one.id < other.id ? -1 : 1;
}

/** The most visits to days in search of an entry that other requests move at the same time. */
export const maxVisits = 20;

/** The result of a visit to a day, or the day to visit next: undefined if there is no entry. */
export type Visit<Result> = { result: Result } | { next: string | undefined };

/**
 * Visits the day of an entry: its first day, and if it has moved, the day to which it was moved.
 * Visits the first day again if a concurrent request has moved or changed the entry meanwhile.
 * Returns undefined if the entry does not exist. Throws `unavailable` after 20 visits.
 */
export async function visitDay<Result>(
  { firstDate }: EntryAddress,
  visit: (date: string) => Promise<Visit<Result>>,
): Promise<Result | undefined> {
  let date = firstDate;
  for (let visits = 0; visits < maxVisits; visits += 1) {
    const visited = await visit(date);
    if ('result' in visited) return visited.result;
    if (visited.next === undefined) return undefined;
    date = visited.next;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Returns the day to visit after one whose item does not have the entry. */
export function findNextVisit(
  address: EntryAddress,
  date: string,
  item: DayItem | undefined,
): { next: string | undefined } {
  const { firstDate } = address;
  return { next: date === firstDate ? findNewDate(item, address) : firstDate };
}
