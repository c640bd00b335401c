import { findBest } from '#functions/diary/entry/merged-fields.ts';
import {
  type Duplicate,
  isConnectionOrigin,
  isFileOrigin,
  type MergeDecision,
  type MergeState,
  type PreferenceRule,
  toSourceKey,
} from '#functions/diary/entry/origin.ts';
import {
  canBeNamed,
  findDecision,
  listHiddenSets,
  listTypes,
} from '#functions/diary/entry/visibility.ts';
import { compact } from '#shared/runtime/compact.ts';
import { findBetterNumbers } from './best-fields.ts';
import { type ComparedEntries, compareEntries } from './compare-entries.ts';
import {
  areParts,
  explainMatch,
  findGroupFacts,
  type GroupFacts,
  groupByWorkout,
} from './group-entries.ts';
import { canBeCombined, type ImportedEntry } from './imported-entry.ts';

/** Facts that decide between two entries besides the entries themselves. */
export interface Preferences {
  /** When a data source became the preferred one for activities, by its id. */
  prioritySince: ReadonlyMap<string, string>;
  /** The ids of the person's remote connections, without those that have been removed. */
  connectionIds: ReadonlySet<string>;
}

/**
 * Decides which entry of each workout is shown, once for each set of remote connection types whose
 * workouts may be hidden from a caller: as if these did not exist. `sets` has the entries that
 * decide about each other. Returns their states by their ids.
 */
export function mergeForViewers(
  sets: readonly (readonly ImportedEntry[])[],
  preferences: Preferences,
): Map<string, MergeState> {
  const states = new Map<string, MergeState>();
  for (const related of sets) {
    if (related.length === 1) continue;
    const compared = compareEntries(related);
    const types = listTypes(related.map(({ source }) => source));
    for (const without of listHiddenSets(types)) {
      const visible = related.filter(({ source }) => canBeNamed(source, without));
      const decisions = decideShown(visible, preferences, compared);
      for (const { id } of visible) {
        const [state = {}, decision = {}] = [states.get(id), decisions.get(id)];
        states.set(id, withDecision(state, without, decision));
      }
    }
  }
  return states;
}

/** Returns a state that has a decision, too: in a view, unless it follows from smaller ones. */
function withDecision(
  state: MergeState,
  without: readonly string[],
  decision: MergeDecision,
): MergeState {
  if (without.length === 0) return decision;
  const { views = [] } = state;
  if (isSame(findDecision(state, without), findDecision(decision))) return state;
  return { ...state, views: [...views, { without, ...decision }] };
}

function isSame(one: MergeDecision, other: MergeDecision): boolean {
  return toText(one) === toText(other);
}

/** Returns what tells decisions about one entry apart. */
function toText({ hidden_by = '', duplicates = [] }: MergeDecision): string {
  const listed = duplicates.map(
    ({ id, matched_by, decided_by }) => `${id} ${matched_by} ${decided_by}`,
  );
  return [hidden_by, ...listed, JSON.stringify(findBest(duplicates) ?? {})].join();
}

/**
 * Decides which entry of each workout is shown. The result depends on the entries and preferences
 * only, not on the order of their arrival. `compared` can have further entries. Returns what was
 * decided about entries by their ids.
 */
export function decideShown(
  entries: readonly ImportedEntry[],
  preferences: Preferences,
  compared: ComparedEntries = compareEntries(entries),
): Map<string, MergeDecision> {
  const groups = groupByWorkout(entries, compared);
  const { edited } = compared;
  return new Map(groups.flatMap((group) => decideGroup(group, edited, preferences)));
}

/** Decides which entry of a workout is shown. It hides the others, except those that are edited. */
function decideGroup(
  group: readonly ImportedEntry[],
  edited: ReadonlySet<ImportedEntry>,
  preferences: Preferences,
): [string, MergeDecision][] {
  if (group.length === 1) return [];
  const facts = findGroupFacts(group);
  const ranked = group.map((entry) => ({
    entry,
    ranks: [
      { rule: 'edited' as const, value: Number(edited.has(entry)) },
      ...rank(entry, facts, preferences),
    ],
  }));
  ranked.sort((one, other) => compareRanks(one, other).order);
  const [shown, ...others] = ranked;
  if (!shown) return [];
  const hidden = others.filter(
    ({ entry }) => !(edited.has(entry) || isFurtherPart(entry, shown.entry, group)),
  );
  if (hidden.length === 0) return [];

  const hidden_by = shown.entry.id;
  const decisions = hidden.map(({ entry }): [string, MergeDecision] => [
    entry.id,
    { hidden_by },
  ]);
  return [[hidden_by, decideDuplicates(shown, hidden, facts)], ...decisions];
}

/** Returns the duplicates of a shown entry, and what is taken from them. */
function decideDuplicates(
  shown: EntryRanks,
  hidden: readonly EntryRanks[],
  facts: GroupFacts,
): MergeDecision {
  // What may not be combined neither gives nor takes.
  const canGive = canBeCombined(shown.entry) ? canBeCombined : () => false;
  const taken = findBetterNumbers({
    shown: shown.entry,
    isEdited: shown.ranks.some(({ rule, value }) => rule === 'edited' && value === 1),
    hidden: hidden.map(({ entry }) => entry),
    canGive,
    facts,
  });
  const duplicates = hidden.map((each, index) => {
    const duplicate = toDuplicate(shown, each, facts);
    const best = canGive(each.entry) ? each.entry.imported.best : undefined;
    return { ...duplicate, ...compact({ best, taken: taken[index] }) };
  });
  return { duplicates };
}

/**
 * Returns whether an entry and the one that is shown are different parts of a whole only that may
 * not be combined, so that it cannot stand for both.
 */
function isFurtherPart(
  entry: ImportedEntry,
  shown: ImportedEntry,
  group: readonly ImportedEntry[],
): boolean {
  const combined = group.filter(canBeCombined);
  return areParts(entry, shown, group) && !areParts(entry, shown, combined);
}

/** The rank of an entry by one rule. */
interface Rank {
  rule: PreferenceRule;
  /** The greater value is preferred. */
  value: number | string;
}

interface EntryRanks {
  entry: ImportedEntry;
  ranks: readonly Rank[];
}

/** Returns the ranks of an entry by all other rules, the most important first. */
function rank(
  entry: ImportedEntry,
  { parts }: GroupFacts,
  preferences: Preferences,
): Rank[] {
  const { source } = entry;
  const { prioritySince, connectionIds } = preferences;
  const isConnected =
    !isConnectionOrigin(source) || connectionIds.has(source.remote_connection_id);
  return [
    { rule: 'terms', value: Number(canBeCombined(entry)) },
    { rule: 'whole', value: Number(!parts.has(entry)) },
    // The other connections of before an export are not here, but which entry they had shown is.
    { rule: 'earlier_connection', value: Number(entry.imported.was_hidden !== true) },
    { rule: 'connected', value: Number(isConnected) },
    // Without a priority, the empty string ranks below every time.
    { rule: 'priority', value: prioritySince.get(source.data_source_id ?? '') ?? '' },
    { rule: 'recording_device', value: rankRecord(entry) },
    { rule: 'more_data', value: countData(entry) },
  ];
}

/**
 * Ranks the file of a device before the connection to its maker, and that before others. Inboxes
 * come last: they pass on what others have recorded, and have less of it.
 */
function rankRecord({ source, imported }: ImportedEntry): number {
  if (isConnectionOrigin(source)) return imported.is_relayed ? 0 : 1;
  if (!isFileOrigin(source)) return -1;
  return source.data_source_id === null ? 0 : 2;
}

/** Counts how many of distance, heart rate and energy an entry has. */
function countData({ distance, avg_heart_rate, energy }: ImportedEntry): number {
  // An import stores an unknown energy as 0.
  const data = [distance, avg_heart_rate, energy.value || undefined];
  return data.filter((value) => value !== undefined).length;
}

interface Comparison {
  /** Negative if the first entry is preferred. */
  order: number;
  rule: PreferenceRule;
}

/** Compares two entries by the first rule whose values differ. */
function compareRanks(one: EntryRanks, other: EntryRanks): Comparison {
  for (const [index, { rule, value }] of one.ranks.entries()) {
    const otherValue = other.ranks[index]?.value ?? value;
    if (value === otherValue) continue;
    const order = value > otherValue ? -1 : 1;
    return { order, rule };
  }
  const isEarlier = toAgeKey(one.entry) < toAgeKey(other.entry);
  return { order: isEarlier ? -1 : 1, rule: 'earlier_connection' };
}

/**
 * Returns a string that sorts by the age of the connection, import or inbox, and is different for
 * each workout.
 */
function toAgeKey({ source }: ImportedEntry): string {
  const id = source.remote_connection_id ?? source.import_id ?? source.inbox_id;
  return `${id} ${toSourceKey(source)}`;
}

function toDuplicate(shown: EntryRanks, other: EntryRanks, facts: GroupFacts): Duplicate {
  const { id, source } = other.entry;
  const matched_by = explainMatch(shown.entry, other.entry, facts);
  const decided_by = compareRanks(shown, other).rule;
  return { id, ...source, matched_by, decided_by };
}
