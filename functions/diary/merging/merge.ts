import {
  type Duplicate,
  type MatchRule,
  type MergeState,
  type PreferenceRule,
  toSourceKey,
} from '#functions/diary/entry/source.ts';
import { type ImportedEntry, isEdited } from './imported-entry.ts';
import { findMatchRule } from './same-workout.ts';

/** Facts that decide between two entries besides the entries themselves. */
export interface Preferences {
  /** When a data source became the preferred one for activities, by its id. */
  prioritySince: ReadonlyMap<string, string>;
  /** The ids of the person's remote connections, without those that have been removed. */
  connectionIds: ReadonlySet<string>;
}

/** Returns whether any two entries are the same workout, so that preferences matter. */
export function hasDuplicates(entries: readonly ImportedEntry[]): boolean {
  return entries.some((one, index) => {
    const others = entries.slice(index + 1);
    return others.some((other) => findMatch(one, other) !== undefined);
  });
}

/**
 * Decides which imported entries are shown. The result depends on the entries and preferences only,
 * not on the order of their arrival. Returns the state of every entry by its id.
 */
export function mergeDuplicates(
  entries: readonly ImportedEntry[],
  preferences: Preferences,
): Map<string, MergeState> {
  const ranked = entries.map((entry) => {
    const ranks = rank(entry, preferences);
    return { entry, ranks };
  });
  ranked.sort((one, other) => compareRanked(one, other).order);

  const states = new Map<string, MergeState>();
  for (const { id } of entries) states.set(id, {});
  // An entry that is not hidden hides all entries of the same workout with a lower rank.
  for (const [index, shown] of ranked.entries()) {
    const state = states.get(shown.entry.id);
    if (!state || state.hidden_by !== undefined) continue;
    for (const other of ranked.slice(index + 1)) {
      const duplicate = toDuplicate(shown, other);
      const otherState = states.get(other.entry.id);
      if (!duplicate || !otherState || otherState.hidden_by !== undefined) continue;
      otherState.hidden_by = shown.entry.id;
      state.duplicates = [...(state.duplicates ?? []), duplicate];
    }
  }
  return states;
}

/**
 * Returns why two entries are the same workout, or undefined if they are not. Two entries of one
 * provider are different workouts, because the provider has an id for each. Two entries that a
 * person separated are different workouts, too.
 */
function findMatch(one: ImportedEntry, other: ImportedEntry): MatchRule | undefined {
  const isOneProvider =
    one.source.remote_connection_type === other.source.remote_connection_type;
  const isSeparated =
    one.separated?.[toSourceKey(other.source)] ||
    other.separated?.[toSourceKey(one.source)];
  if (isOneProvider || isSeparated) return undefined;
  return findMatchRule(one.imported, other.imported);
}

/** The rank of an entry by one rule. */
interface Rank {
  rule: PreferenceRule;
  /** The greater value is preferred. */
  value: number | string;
}

interface RankedEntry {
  entry: ImportedEntry;
  ranks: readonly Rank[];
}

/** Returns the ranks of an entry, the most important first. */
function rank(entry: ImportedEntry, preferences: Preferences): Rank[] {
  const { source, imported } = entry;
  const { prioritySince, connectionIds } = preferences;
  const { remote_connection_id, data_source_id } = source;
  const isConnected = connectionIds.has(remote_connection_id);
  return [
    { rule: 'edited', value: Number(isEdited(entry)) },
    { rule: 'connected', value: Number(isConnected) },
    // Without a priority, the empty string ranks below every time.
    { rule: 'priority', value: prioritySince.get(data_source_id ?? '') ?? '' },
    { rule: 'recording_device', value: Number(!imported.is_relayed) },
    { rule: 'more_data', value: countData(entry) },
  ];
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
function compareRanked(one: RankedEntry, other: RankedEntry): Comparison {
  for (const [index, { rule, value }] of one.ranks.entries()) {
    const otherValue = other.ranks[index]?.value ?? value;
    if (value === otherValue) continue;
    const order = value > otherValue ? -1 : 1;
    return { order, rule };
  }
  const isEarlier = toAgeKey(one.entry) < toAgeKey(other.entry);
  return { order: isEarlier ? -1 : 1, rule: 'earlier_connection' };
}

/** Returns a string that sorts by the age of the connection, and is different for each workout. */
function toAgeKey({ source }: ImportedEntry): string {
  return `${source.remote_connection_id} ${toSourceKey(source)}`;
}

/**
 * Returns an entry as a duplicate of a shown entry. Returns undefined if it is another workout, or
 * if a person has edited it: edited entries are always shown.
 */
function toDuplicate(shown: RankedEntry, other: RankedEntry): Duplicate | undefined {
  const matched_by = findMatch(shown.entry, other.entry);
  if (!matched_by || isEdited(other.entry)) return undefined;
  const { id, source } = other.entry;
  const decided_by = compareRanked(shown, other).rule;
  return { id, ...source, matched_by, decided_by };
}
