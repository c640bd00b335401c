import { toCanonicalJson } from '#shared/runtime/canonical-json.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Change } from '#shared/table/expression.ts';
import type { StoredEntry } from '../entry.ts';
import type { MergeState } from '../source.ts';
import { type DayItem, listStoredEntries } from '../storage/day-item.ts';
import { type EntryAddress, formatEntryId, parseEntryId } from '../storage/entry-id.ts';
import { type ImportedMembers, isEdited } from './imported-members.ts';
import { type ImportedEntry, isImported } from './merge.ts';

/** What an import does to the entry at an address. Without members the entry is removed. */
export interface ImportChange {
  address: EntryAddress;
  members?: ImportedMembers | undefined;
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
 * Returns what a change does to the stored entry. It leaves entries alone that the person has
 * edited or removed, and those that were read from the provider at a later time (wire.md R7).
 */
export function getImportResult(
  items: DayItems,
  { address, members }: ImportChange,
): ImportResult {
  const item = items.get(address.storageDate);
  const batch = item?.[address.batch];
  if (batch === undefined) return members ? 'created' : 'unchanged';

  const entry = findImportedEntry(items, address);
  if (!entry || isEdited(entry)) return 'unchanged';
  if (!members) return 'removed';
  return isNewer(members, entry) ? 'updated' : 'unchanged';
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
    if (!change.members) {
      entries.delete(id);
      continue;
    }
    const separated = entries.get(id)?.separated;
    const entry = { ...change.members, ...compact({ separated }), id };
    entries.set(id, entry);
  }
  return entries;
}

/** Returns the writes that bring the days to the given entries, in the order of the days. */
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

/** Returns whether members were read at the same time as an entry or later, and differ from it. */
function isNewer(members: ImportedMembers, entry: ImportedEntry): boolean {
  if (members.imported.read_at < entry.imported.read_at) return false;
  const { read_at: _, ...facts } = members.imported;
  const { read_at: __, ...storedFacts } = entry.imported;
  return !isEqual([facts, members.source], [storedFacts, entry.source]);
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

/** Compares two values without regard to the order of members. */
function isEqual(one: unknown, other: unknown): boolean {
  return toCanonicalJson(one) === toCanonicalJson(other);
}
