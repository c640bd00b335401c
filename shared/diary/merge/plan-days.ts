import { toCanonicalJson } from '../../runtime/canonical-json.ts';
import { compact } from '../../runtime/compact.ts';
import type { Change } from '../../table/expression.ts';
import { type DayItem, listStoredEntries } from '../day-item.ts';
import type { StoredEntry } from '../entry.ts';
import { type EntryAddress, formatEntryId, parseEntryId } from '../entry-id.ts';
import type { MergeState } from '../source.ts';
import { type ImportedFields, isEdited } from './imported-fields.ts';
import { type ImportedEntry, isImported } from './merge.ts';

/** What an import does to the entry at an address. Without fields the entry is removed. */
export interface ImportChange {
  address: EntryAddress;
  fields?: ImportedFields | undefined;
}

/** The items of some days by date. A day without entries has no item. */
export type DayItems = ReadonlyMap<string, DayItem>;

/** What an import does to an entry. */
export type ImportResult = 'created' | 'updated' | 'removed' | 'unchanged';

/** The write of one day's item. */
export interface DayPlan {
  date: string;
  change: Change;
  /** How many entries the write adds to the day. Negative if it removes some. */
  addedCount: number;
}

/**
 * Returns what a change does to the stored entry. An entry stays unchanged if the person has edited
 * or removed it, or if it was read from the provider later than the change (wire.md R7).
 */
export function getImportResult(
  items: DayItems,
  { address, fields }: ImportChange,
): ImportResult {
  const item = items.get(address.storageDate);
  // A removed entry leaves its empty batch behind.
  const batch = item?.[address.batch];
  if (batch === undefined) return fields ? 'created' : 'unchanged';

  const entry = findImportedEntry(items, address);
  if (!entry || isEdited(entry)) return 'unchanged';
  if (!fields) return 'removed';
  return isNewer(fields, entry) ? 'updated' : 'unchanged';
}

/** Returns the imported entries of days as they are after the changes, by id. */
export function applyChanges(
  items: DayItems,
  changes: readonly ImportChange[],
): Map<string, ImportedEntry> {
  const entries = listImportedEntries(items);
  for (const change of changes) {
    const id = formatEntryId(change.address);
    const result = getImportResult(items, change);
    if (result === 'unchanged') continue;
    if (!change.fields) {
      entries.delete(id);
      continue;
    }
    // A new version of the workout stays separated from what the person has separated it from.
    const separated = entries.get(id)?.separated;
    const entry = { ...change.fields, ...compact({ separated }), id };
    entries.set(id, entry);
  }
  return entries;
}

/**
 * Returns the writes after which the days contain exactly the given entries, in the order of the
 * days. `states` says which entries are hidden.
 */
export function planDays(
  items: DayItems,
  entries: ReadonlyMap<string, ImportedEntry>,
  states: ReadonlyMap<string, MergeState>,
): DayPlan[] {
  const stored = listImportedEntries(items);
  const ids = new Set([...stored.keys(), ...entries.keys()]);
  const idsByDate = Map.groupBy(ids, (id) => requireAddress(id).storageDate);

  const plans: DayPlan[] = [];
  for (const [date, dayIds] of idsByDate) {
    const writes = dayIds.map((id) => {
      const entry = entries.get(id);
      const wanted = entry && withState(entry, states.get(id) ?? {});
      return planEntry(requireAddress(id), stored.get(id), wanted);
    });
    const plan = combine(date, writes);
    if (plan) plans.push(plan);
  }
  return plans.sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** Returns the imported entries of days by id. */
function listImportedEntries(items: DayItems): Map<string, ImportedEntry> {
  const entries = new Map<string, ImportedEntry>();
  for (const [date, item] of items) {
    const imported = listStoredEntries(item, date).filter(isImported);
    for (const entry of imported) entries.set(entry.id, entry);
  }
  return entries;
}

function findImportedEntry(
  items: DayItems,
  { storageDate, ...address }: EntryAddress,
): ImportedEntry | undefined {
  const item = items.get(storageDate);
  const id = formatEntryId({ storageDate, ...address });
  const entry = listStoredEntries(item, storageDate).find((stored) => stored.id === id);
  return entry && isImported(entry) ? entry : undefined;
}

/** Returns whether fields were read no earlier than those of an entry, and differ from them. */
function isNewer(fields: ImportedFields, entry: ImportedEntry): boolean {
  if (fields.imported.read_at < entry.imported.read_at) return false;
  const { read_at: _, ...facts } = fields.imported;
  const { read_at: __, ...storedFacts } = entry.imported;
  return !isEqual([facts, fields.source], [storedFacts, entry.source]);
}

function withState(
  { hidden_by: _, duplicates: __, ...entry }: ImportedEntry,
  { hidden_by, duplicates }: MergeState,
): ImportedEntry {
  return { ...entry, ...compact({ hidden_by, duplicates }) };
}

interface EntryWrite {
  change: Change;
  addedCount: number;
}

/** Returns the write of one entry, or undefined if it is stored as wanted. */
function planEntry(
  { batch, index }: EntryAddress,
  stored: ImportedEntry | undefined,
  wanted: ImportedEntry | undefined,
): EntryWrite | undefined {
  const path = `${batch}.${index}`;
  if (!wanted) return stored && { change: { remove: [path] }, addedCount: -1 };

  if (stored && isEqual(stored, wanted)) return undefined;
  const value = toStored(wanted);
  // An imported entry is the only one of its batch.
  const set = stored ? { [path]: value } : { [batch]: { [index]: value } };
  return { change: { set }, addedCount: stored ? 0 : 1 };
}

function combine(
  date: string,
  writes: readonly (EntryWrite | undefined)[],
): DayPlan | undefined {
  const needed = writes.filter((write) => write !== undefined);
  if (needed.length === 0) return undefined;

  const set: Record<string, unknown> = {};
  const remove: string[] = [];
  let addedCount = 0;
  for (const write of needed) {
    Object.assign(set, write.change.set);
    remove.push(...(write.change.remove ?? []));
    addedCount += write.addedCount;
  }
  const increment = { entry_count: addedCount };
  return { date, change: { set, remove, increment }, addedCount };
}

/** Returns an entry as its batch stores it. Its id encodes its address. */
function toStored({ id: _, ...entry }: ImportedEntry): StoredEntry {
  return entry;
}

function requireAddress(id: string): EntryAddress {
  const address = parseEntryId(id);
  if (!address) throw new Error('An imported entry has an invalid id.');
  return address;
}

/** Compares two values without regard to the order of fields. */
function isEqual(one: unknown, other: unknown): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}
