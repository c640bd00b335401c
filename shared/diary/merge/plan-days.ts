import { compact } from '../../runtime/compact.ts';
import type { Change } from '../../table/expression.ts';
import { listStoredEntries } from '../day-item.ts';
import type { StoredEntry } from '../entry.ts';
import { type EntryAddress, parseEntryId } from '../entry-id.ts';
import type { MergeState } from '../source.ts';
import { type DayItems, type ImportedDays, isEqual } from './import-change.ts';
import { type ImportedEntry, isImported } from './merge.ts';

/** The planned write of one day's item. */
export interface DayPlan {
  date: string;
  change: Change;
  /** Whether the write removes an entry. It may add and change others. */
  removesEntry: boolean;
}

/**
 * Returns the writes after which the imported entries of the days are exactly `entries`. `states`
 * says which of them are hidden. Writes that remove an entry come last, so a repetition completes
 * an interrupted request.
 */
export function planDays(
  items: DayItems,
  { entries, withdrawals, removedBatches }: ImportedDays,
  states: ReadonlyMap<string, MergeState>,
): DayPlan[] {
  const stored = listImportedEntries(items);
  const ids = new Set([...stored.keys(), ...entries.keys(), ...withdrawals.keys()]);
  const idsByDate = Map.groupBy(ids, (id) => requireAddress(id).storageDate);

  const plans: DayPlan[] = [];
  for (const [date, dayIds] of idsByDate) {
    const writes = dayIds.map((id) => {
      const entry = entries.get(id);
      const wanted = entry && withState(entry, states.get(id) ?? {});
      const withdrawn_at = withdrawals.get(id);
      const transition = { stored: stored.get(id), wanted, withdrawn_at };
      return planEntry(requireAddress(id), transition, removedBatches.has(id));
    });
    const plan = combine(date, writes);
    if (plan) plans.push(plan);
  }
  return plans.sort((one, other) => toRank(one).localeCompare(toRank(other)));
}

/** Returns a string by which writes are sorted: those that remove an entry last, then by date. */
function toRank({ date, removesEntry }: DayPlan): string {
  return `${removesEntry ? 'last' : 'first'} ${date}`;
}

/** Returns the imported entries of days by id. */
export function listImportedEntries(items: DayItems): Map<string, ImportedEntry> {
  const entries = new Map<string, ImportedEntry>();
  for (const [date, item] of items) {
    const imported = listStoredEntries(item, date).filter(isImported);
    for (const entry of imported) entries.set(entry.id, entry);
  }
  return entries;
}

function withState(
  { hidden_by: _, duplicates: __, ...entry }: ImportedEntry,
  { hidden_by, duplicates }: MergeState,
): ImportedEntry {
  return { ...entry, ...compact({ hidden_by, duplicates }) };
}

/** An entry as it is stored, and as it is to be stored. */
interface Transition {
  /** Undefined if the entry does not exist. */
  stored: ImportedEntry | undefined;
  /** Undefined if the entry is to be removed. */
  wanted: ImportedEntry | undefined;
  /** The time of a withdrawal to store, in epoch milliseconds. */
  withdrawn_at: number | undefined;
}

interface EntryWrite {
  change: Change;
  /** The change of the day's `entry_count`. */
  addedCount: number;
  removesEntry: boolean;
}

/** Returns the write of one entry, or undefined if it is stored as wanted. */
function planEntry(
  { batch, index, storageDate }: EntryAddress,
  { stored, wanted, withdrawn_at }: Transition,
  removesBatch: boolean,
): EntryWrite | undefined {
  const path = `${batch}.${index}`;
  // An entry that the person has moved is counted on another day.
  const removedCount = stored?.date === storageDate ? -1 : 0;
  if (!wanted && withdrawn_at !== undefined) {
    const change = { set: { [batch]: { withdrawn_at } } };
    return { change, addedCount: removedCount, removesEntry: stored !== undefined };
  }
  if (!wanted) {
    // An empty batch that stays keeps an import from storing the entry again.
    const change = { remove: [removesBatch ? batch : path] };
    return stored && { change, addedCount: removedCount, removesEntry: true };
  }
  if (stored && isEqual(stored, wanted)) return undefined;
  const value = toStored(wanted);
  // An imported entry is the only one of its batch.
  const set = stored ? { [path]: value } : { [batch]: { [index]: value } };
  return { change: { set }, addedCount: stored ? 0 : 1, removesEntry: false };
}

/** Combines the writes of a day's entries. Returns undefined if there is nothing to write. */
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
  const removesEntry = needed.some((write) => write.removesEntry);
  return { date, change: { set, remove, increment }, removesEntry };
}

/** Returns an entry as its batch stores it: without its id, which contains the batch. */
function toStored({ id: _, ...entry }: ImportedEntry): StoredEntry {
  return entry;
}

function requireAddress(id: string): EntryAddress {
  const address = parseEntryId(id);
  if (!address) throw new Error('An imported entry has an invalid id.');
  return address;
}
