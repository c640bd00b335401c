import { compact } from '../../runtime/compact.ts';
import { unchangedSince } from '../../table/condition.ts';
import { listStoredEntries, toEntryPath } from '../day-item.ts';
import {
  combineByDay,
  type DayUpdate,
  toArrival,
  toDeparture,
  toForwarding,
} from '../day-update.ts';
import type { StoredEntry } from '../entry.ts';
import { type EntryAddress, parseEntryId } from '../entry-id.ts';
import type { MergeState } from '../source.ts';
import { isWithin, type Span } from '../span.ts';
import { type DayItems, type ImportedDays, isEqual } from './import-change.ts';
import { type ImportedEntry, isImported } from './merge.ts';

/** The planned update of one day's item, on condition that it has not changed. */
export interface DayPlan extends DayUpdate {
  /** Whether the update removes an entry. It may add and change others. */
  removesEntry: boolean;
}

/**
 * Returns the updates after which the imported entries that were created in the span `decided` are
 * exactly those of `days`. `states` says which of them are hidden. Updates that remove an entry
 * come last, so a repetition completes an interrupted import.
 */
export function planDays(
  items: DayItems,
  { entries, withdrawals, removedBatches, loaded }: ImportedDays,
  { states, decided }: { states: ReadonlyMap<string, MergeState>; decided: Span },
): DayPlan[] {
  const stored = listImportedEntries(items, loaded);
  const ids = new Set([...stored.keys(), ...entries.keys(), ...withdrawals.keys()]);
  const updates: DayUpdate[] = [];
  const shrinking = new Set<string>();
  for (const id of ids) {
    const address = requireAddress(id);
    if (!isWithin(decided, address.firstDate)) continue;
    const entry = entries.get(id);
    const wanted = entry && withState(entry, states.get(id) ?? {});
    const withdrawn_at = withdrawals.get(id);
    const transition = { stored: stored.get(id), wanted, withdrawn_at };
    const needed = planEntry(address, transition, removedBatches.has(id));
    updates.push(...needed);
    if (transition.stored && !wanted) for (const { date } of needed) shrinking.add(date);
  }
  const plans = combineByDay(updates).map((update) => {
    const condition = unchangedSince(items.get(update.date) ?? {});
    return { ...update, condition, removesEntry: shrinking.has(update.date) };
  });
  return plans.sort((one, other) => toRank(one).localeCompare(toRank(other)));
}

/** Returns a string by which updates are sorted: those that remove an entry last, then by date. */
function toRank({ date, removesEntry }: DayPlan): string {
  return `${removesEntry ? 'last' : 'first'} ${date}`;
}

/** Returns the imported entries that were created on the days of a span, by id. */
export function listImportedEntries(
  items: DayItems,
  loaded: Span,
): Map<string, ImportedEntry> {
  const stored = [...items].flatMap(([date, item]) => listStoredEntries(item, date));
  const imported = stored
    .filter(isImported)
    .filter(({ id }) => isWithin(loaded, requireAddress(id).firstDate));
  return new Map(imported.map((entry) => [entry.id, entry]));
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

/** Returns the updates for one entry: none if it is stored as wanted. */
function planEntry(
  address: EntryAddress,
  { stored, wanted, withdrawn_at }: Transition,
  removesBatch: boolean,
): DayUpdate[] {
  const { batch, index, firstDate } = address;
  const condition = {};
  if (!wanted && withdrawn_at !== undefined) {
    // Only an entry that was never moved is withdrawn.
    const set = { [batch]: { withdrawn_at } };
    const increment = { entry_count: stored ? -1 : 0 };
    return [{ date: firstDate, change: { set, increment }, condition }];
  }
  if (!wanted) {
    if (!stored) return [];
    if (removesBatch) {
      const change = { remove: [batch], increment: { entry_count: -1 } };
      return [{ date: firstDate, change, condition }];
    }
    // The empty batch that stays keeps an import from storing the entry again.
    const { date } = stored;
    return [toDeparture(address, date), ...toForwarding(address, { from: date })];
  }
  const value = toStored(wanted);
  if (!stored) {
    // An imported entry is the only one of its batch.
    const change = {
      set: { [batch]: { [index]: value } },
      increment: { entry_count: 1 },
    };
    return [{ date: firstDate, change, condition }];
  }
  if (isEqual(stored, wanted)) return [];
  const [from, to] = [stored.date, wanted.date];
  if (from !== to) {
    const forwarding = toForwarding(address, { from, to });
    return [toDeparture(address, from), toArrival(address, wanted), ...forwarding];
  }
  const set = { [toEntryPath(address, to)]: value };
  return [{ date: to, change: { set }, condition }];
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
