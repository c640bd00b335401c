import type { DayUpdate } from '#functions/diary/entry/day-capacity.ts';
import type { Diary } from '#functions/diary/entry/day-item.ts';
import { isFileOrigin, type MergeState } from '#functions/diary/entry/source.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { equals, exists, isAbsent } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { listRelated } from './group-entries.ts';
import type { ImportedDays } from './import-change.ts';
import { type ImportedEntry, isEdited } from './imported-entry.ts';
import type { LoadedDays } from './load-days.store.ts';
import type { Preferences } from './merge.ts';
import { mergeForViewers } from './merge-for-viewers.ts';
import { originKeys } from './origin.keys.ts';
import { listImportedEntries, planDays } from './plan-days.ts';

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
  const related = listRelated(entries)
    .filter(({ length }) => length > 1)
    .flat();
  // A caller who may not see some entries must not notice whether one of them is merged.
  const isNoticed = hidden_types.length > 0;
  if (related.length === 0 && !isNoticed) return { states: new Map(), checks: [] };
  const preferences = await loadPreferences(table, user_id);
  return {
    states: mergeForViewers(related, preferences),
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
    sources.flatMap((source) =>
      isFileOrigin(source) ? [] : source.remote_connection_id,
    ),
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
  { hidden_by: _, duplicates: __, views: ___, ...entry }: ImportedEntry,
  state: MergeState = {},
): ImportedEntry {
  return { ...entry, ...state };
}

/** The part of a stored data source that a merge reads. */
interface PreferredSource {
  id: string;
  priorities?: { activity?: string };
}

/** Reads what decides between entries of two providers: priorities and remote connections. */
async function loadPreferences(
  table: Table<'query'>,
  user_id: string,
): Promise<Preferences> {
  const [sources, connections] = await Promise.all([
    table.query<PreferredSource>(dataSourceKeys.dataSources(user_id)),
    table.query<{ id: string }>(originKeys.remoteConnections(user_id)),
  ]);
  const prioritySince = new Map<string, string>();
  for (const { id, priorities } of sources) {
    const since = priorities?.activity;
    if (since) prioritySince.set(id, since);
  }
  const ids = connections.map(({ id }) => id);
  return { prioritySince, connectionIds: new Set(ids) };
}
