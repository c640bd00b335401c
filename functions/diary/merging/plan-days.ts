import { type DayRange, isWithinAny } from '#functions/diary/entry/dates.ts';
import { type DayUpdate, toPlannedUpdate } from '#functions/diary/entry/day-capacity.ts';
import {
  type EntryAddress,
  isSynced,
  listStoredEntries,
  newImportedBatch,
  parseEntryId,
  toEntryPath,
} from '#functions/diary/entry/day-item.ts';
import {
  combineByDay,
  toArrival,
  toDeparture,
  toForwarding,
} from '#functions/diary/entry/day-update.ts';
import { type DayItems, type ImportedDays, isEqual } from './import-change.ts';
import { type ImportedEntry, isImported } from './imported-entry.ts';

/**
 * Returns the updates after which the imported entries that were created on the days `decided` are
 * exactly those of `days`, each on condition that its item has not changed.
 */
export function planDays(
  items: DayItems,
  { entries, withdrawals, removedBatches, loaded }: ImportedDays,
  decided: readonly DayRange[],
): DayUpdate[] {
  const stored = listImportedEntries(items, loaded);
  const ids = new Set([...stored.keys(), ...entries.keys(), ...withdrawals.keys()]);
  const updates: DayUpdate[] = [];
  for (const id of ids) {
    const address = requireAddress(id);
    if (!isWithinAny(decided, address.firstDate)) continue;
    const transition = {
      stored: stored.get(id),
      wanted: entries.get(id),
      withdrawn_at: withdrawals.get(id),
    };
    updates.push(...planEntry(address, transition, removedBatches.has(id)));
  }
  return combineByDay(updates).map((update) =>
    toPlannedUpdate({ ...update, condition: {} }, items.get(update.date)),
  );
}

/** Returns the imported entries that were created on the days of some ranges, by id. */
export function listImportedEntries(
  items: DayItems,
  loaded: readonly DayRange[],
): Map<string, ImportedEntry> {
  const stored = [...items].flatMap(([date, item]) => listStoredEntries(item, date));
  const imported = stored
    .filter(isImported)
    .filter(({ id }) => isWithinAny(loaded, requireAddress(id).firstDate));
  return new Map(imported.map((entry) => [entry.id, entry]));
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
  const { batch, firstDate } = address;
  const condition = {};
  if (!wanted && withdrawn_at !== undefined) {
    // Only an entry that was never moved is withdrawn.
    const set = { [batch]: { withdrawn_at } };
    return [{ date: firstDate, change: { set }, condition }];
  }
  if (!wanted) {
    if (!stored) return [];
    if (removesBatch) {
      return [{ date: firstDate, change: { remove: [batch] }, condition }];
    }
    // The empty batch that stays keeps an import from storing the entry again.
    const { date } = stored;
    const departure = toDeparture({ address, date, isSynced: isSynced(stored) });
    return [departure, ...toForwarding(address, { from: date })];
  }
  const value = toStored(wanted);
  if (!stored) {
    const set = { [batch]: newImportedBatch(address, value) };
    return [{ date: firstDate, change: { set }, condition }];
  }
  if (isEqual(stored, wanted)) return [];
  const [from, to] = [stored.date, wanted.date];
  if (from !== to) {
    const forwarding = toForwarding(address, { from, to });
    const departure = toDeparture({ address, date: from, isSynced: isSynced(stored) });
    return [departure, toArrival(address, wanted), ...forwarding];
  }
  const set = { [toEntryPath(address, to)]: value };
  return [{ date: to, change: { set }, condition }];
}

/** Returns an entry as its batch stores it: without its id, which contains the batch. */
function toStored({ id: _, ...entry }: ImportedEntry): Omit<ImportedEntry, 'id'> {
  return entry;
}

function requireAddress(id: string): EntryAddress {
  const address = parseEntryId(id);
  if (!address) throw new Error('An imported entry has an invalid id.');
  return address;
}
