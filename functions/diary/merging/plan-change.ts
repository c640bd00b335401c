import { type DayRange, isWithinAny } from '#functions/diary/entry/dates.ts';
import { type DayUpdate, toPlannedUpdate } from '#functions/diary/entry/day-capacity.ts';
import {
  type Diary,
  type EntryAddress,
  isSynced,
  newImportedBatch,
  toEntryPath,
} from '#functions/diary/entry/day-item.ts';
import {
  combineByDay,
  toArrival,
  toDeparture,
  toForwarding,
} from '#functions/diary/entry/day-update.ts';
import type { MergeState } from '#functions/diary/entry/origin.ts';
import { omitMerge } from '#functions/diary/entry/visibility.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import { equals, exists, isAbsent } from '#shared/table/condition.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import { listRelated } from './group-entries.ts';
import type { ImportedDays } from './import-change.ts';
import {
  type DayItems,
  type ImportedEntry,
  isEdited,
  listImportedEntries,
  requireAddress,
} from './imported-entry.ts';
import { type LoadedDays, loadPreferences } from './load-days.store.ts';
import { mergeForViewers, type Preferences } from './merge.ts';
import { originKeys } from './origin.keys.ts';

/** Some days after a change. */
export interface ChangePlan {
  /** The updates that are left to do on the decided days. */
  updates: readonly DayUpdate[];
  /** The imported entries afterwards, by id. */
  entries: ReadonlyMap<string, ImportedEntry>;
  /** Checks that what decided between the entries is as it was read. */
  checks: readonly TransactionChange<'check'>[];
}

/** Plans what is left to do on some days after `change` has changed their entries. */
export async function planChange(
  diary: Diary<'query'>,
  { decided, loaded, items, unread }: LoadedDays,
  change: (days: ImportedDays) => void,
): Promise<ChangePlan> {
  const days: ImportedDays = {
    loaded,
    entries: listImportedEntries(items, loaded),
    withdrawals: new Map(),
    removedBatches: new Set(),
  };
  change(days);
  const imported = [...days.entries.values()];
  // An entry stays as it is if one that hides it was not read, unless the person edits it.
  const isUndecided = (entry: ImportedEntry) =>
    listHiders(entry).some((id) => unread.has(id)) && !isEdited(entry);
  const { states, checks } = await decide(
    diary,
    imported.filter((entry) => !isUndecided(entry)),
  );
  const entries = new Map(
    imported.map((entry) => [
      entry.id,
      isUndecided(entry) ? entry : withState(entry, states.get(entry.id)),
    ]),
  );
  const updates = planDays(items, { ...days, entries }, decided);
  return { updates, entries, checks };
}

/** Lists the ids of the entries that hide an entry from the person or from others. */
function listHiders({ hidden_by, views = [] }: ImportedEntry): string[] {
  return [{ hidden_by }, ...views].flatMap((decision) => decision.hidden_by ?? []);
}

/** The states of entries by id, and the checks of what they depend on. */
interface Decision extends Pick<ChangePlan, 'checks'> {
  states: ReadonlyMap<string, MergeState>;
}

async function decide(
  { table, user_id, hidden_types = [] }: Diary<'query'>,
  entries: readonly ImportedEntry[],
): Promise<Decision> {
  const sets = listRelated(entries).filter(({ length }) => length > 1);
  const related = sets.flat();
  // A caller who may not see some entries must not notice whether one of them is merged.
  const hidesTiming = hidden_types.length > 0;
  if (related.length === 0 && !hidesTiming) return { states: new Map(), checks: [] };
  const preferences = await loadPreferences(table, user_id);
  return {
    states: mergeForViewers(sets, preferences),
    checks: listChecks(user_id, related, preferences),
  };
}

/**
 * Lists the checks that the connections of merged entries still exist, and that the priorities of
 * their data sources have not changed. A connection that was removed never exists again. The checks
 * of connections come first, because they decide before priorities do.
 */
function listChecks(
  user_id: string,
  entries: readonly ImportedEntry[],
  { prioritySince, connectionIds }: Preferences,
): TransactionChange<'check'>[] {
  const sources = entries.map(({ source }) => source);
  const ofEntries = new Set(
    sources.flatMap(({ remote_connection_id }) => remote_connection_id ?? []),
  );
  const connections = [...ofEntries.intersection(connectionIds)].map((id) => {
    const check = originKeys.remoteConnection(user_id, id);
    return { check, condition: exists };
  });
  const sourceIds = new Set(
    sources.flatMap(({ data_source_id }) => data_source_id ?? []),
  );
  const priorities = [...sourceIds].map((id) => {
    const since = prioritySince.get(id);
    const activity = since === undefined ? isAbsent : equals(since);
    const check = dataSourceKeys.dataSource(user_id, id);
    return { check, condition: { 'priorities.activity': activity } };
  });
  return [...connections, ...priorities];
}

function withState(
  { chosen, ...entry }: ImportedEntry,
  state: MergeState = {},
): ImportedEntry {
  return { ...omitMerge(entry), ...compact({ chosen }), ...state };
}

/**
 * Returns the updates after which the imported entries that were created on the days `decided` are
 * exactly those of `days`, each on condition that its item has not changed.
 */
function planDays(
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
