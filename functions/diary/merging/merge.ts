import {
  type Duplicate,
  isFileOrigin,
  type MergeState,
  type PreferenceRule,
  type Substitute,
  toSourceKey,
} from '#functions/diary/entry/source.ts';
import { getDefaultPolicy } from '#shared/reference-data/provider-policies.ts';
import { compact } from '#shared/runtime/compact.ts';
import { areParts, explainMatch, isPart, listExplaining } from './group-entries.ts';
import { type ImportedEntry, isEdited } from './imported-entry.ts';

/** Facts that decide between two entries besides the entries themselves. */
export interface Preferences {
  /** When a data source became the preferred one for activities, by its id. */
  prioritySince: ReadonlyMap<string, string>;
  /** The ids of the person's remote connections, without those that have been removed. */
  connectionIds: ReadonlySet<string>;
}

/**
 * Decides which entry of each workout is shown. The result depends on the entries and preferences
 * only, not on the order of their arrival. Returns the states of the merged entries by id.
 */
export function mergeDuplicates(
  groups: readonly (readonly ImportedEntry[])[],
  preferences: Preferences,
): Map<string, MergeState> {
  return new Map(groups.flatMap((group) => decideGroup(group, preferences)));
}

/** Decides which entry of a workout is shown. It hides the others, except those that are edited. */
function decideGroup(
  group: readonly ImportedEntry[],
  preferences: Preferences,
): [string, MergeState][] {
  const ranked = rankGroup(group, preferences);
  const [shown, ...others] = ranked;
  if (!shown) return [];
  const hidden = others.filter(
    ({ entry }) => !(isEdited(entry) || isFurtherPart(entry, shown.entry, group)),
  );
  if (hidden.length === 0) return [];

  const hidden_by = shown.entry.id;
  const duplicates = hidden.map(({ entry }) => toDuplicate(shown, entry, preferences));
  const states = hidden.map((each): [string, MergeState] => {
    const substitute = findSubstitute(each, { ranked, group, preferences });
    return [each.entry.id, compact({ hidden_by, substitute })];
  });
  return [[hidden_by, { duplicates }], ...states];
}

/** An entry of a workout, and those to which it is preferred, itself included. */
interface RankedEntry {
  entry: ImportedEntry;
  among: readonly ImportedEntry[];
}

/**
 * Orders the entries of a workout, the preferred first. Those that are preferred to an entry do not
 * count for its own place, as if they did not exist: a caller may not see them.
 */
function rankGroup(
  group: readonly ImportedEntry[],
  preferences: Preferences,
): RankedEntry[] {
  const ranked: RankedEntry[] = [];
  for (let among = group; among.length > 0; ) {
    const candidates = among.map((entry) => {
      const ranks = rank(entry, among, preferences);
      return { entry, ranks };
    });
    candidates.sort((one, other) => compareRanks(one, other).order);
    const [first] = candidates;
    if (!first) break;
    ranked.push({ entry: first.entry, among });
    among = among.filter((entry) => entry !== first.entry);
  }
  return ranked;
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

/** The most duplicates of an entry that replaces others, which keeps the item of a day small. */
const maxSubstituteDuplicates = 20;

/** The workout of a hidden entry. */
interface Workout {
  ranked: readonly RankedEntry[];
  group: readonly ImportedEntry[];
  preferences: Preferences;
}

/**
 * Returns what a hidden entry replaces. It replaces none if whoever may see it may see one that is
 * preferred to it, too: that of a file, or of its own provider. Other parts of the same whole are
 * not preferred to it: who may not see the whole sees all of them.
 */
function findSubstitute(
  hidden: RankedEntry,
  { ranked, group, preferences }: Workout,
): Substitute | undefined {
  const same = ranked.filter(({ entry }) => !areParts(hidden.entry, entry, group));
  const index = same.indexOf(hidden);
  const preferred = same.slice(0, index).map(({ entry }) => entry.source);
  const types = preferred.flatMap((source) => source.remote_connection_type ?? []);
  const { remote_connection_type = '' } = hidden.entry.source;
  const isNever =
    types.length < preferred.length || types.includes(remote_connection_type);
  if (isNever) return undefined;
  const lower = same.slice(index + 1).filter(({ entry }) => !isEdited(entry));
  const duplicates = lower
    .slice(0, maxSubstituteDuplicates)
    .map(({ entry }) => toDuplicate(hidden, entry, preferences));
  return { for: [...new Set(types)], duplicates };
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

/** Returns the ranks of an entry among others, the most important first. */
function rank(
  entry: ImportedEntry,
  group: readonly ImportedEntry[],
  preferences: Preferences,
): Rank[] {
  const { source } = entry;
  const { prioritySince, connectionIds } = preferences;
  const isConnected =
    isFileOrigin(source) || connectionIds.has(source.remote_connection_id);
  return [
    { rule: 'edited', value: Number(isEdited(entry)) },
    { rule: 'terms', value: Number(canBeCombined(entry)) },
    { rule: 'whole', value: Number(!isPart(entry, group)) },
    { rule: 'connected', value: Number(isConnected) },
    // Without a priority, the empty string ranks below every time.
    { rule: 'priority', value: prioritySince.get(source.data_source_id ?? '') ?? '' },
    { rule: 'recording_device', value: rankRecord(entry) },
    { rule: 'more_data', value: countData(entry) },
  ];
}

/**
 * Returns whether an entry can be shown instead of those of other providers (wire.md P5). What an
 * operator overrides does not count: a decision that is stored would not change with it.
 */
function canBeCombined({ source }: ImportedEntry): boolean {
  return isFileOrigin(source) || getDefaultPolicy(source.remote_connection_type).combine;
}

/** Ranks the file of a device before the connection to its maker, and that before others. */
function rankRecord({ source, imported }: ImportedEntry): number {
  if (isFileOrigin(source)) return source.data_source_id === null ? 0 : 2;
  return imported.is_relayed ? 0 : 1;
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
 * Returns a string that sorts by the age of the connection or import, and is different for each
 * workout.
 */
function toAgeKey({ source }: ImportedEntry): string {
  const id = isFileOrigin(source) ? source.import_id : source.remote_connection_id;
  return `${id} ${toSourceKey(source)}`;
}

function toDuplicate(
  shown: RankedEntry,
  other: ImportedEntry,
  preferences: Preferences,
): Duplicate {
  const { id, source } = other;
  const matched_by = explainMatch(shown.entry, other, shown.among);
  const decided_by = explainPreference(shown, other, preferences);
  return { id, ...source, matched_by, decided_by };
}

/**
 * Returns why an entry is preferred to another one. That only the other is a part of a third is not
 * the reason if a further rule prefers the same, because the third can be hidden from a caller.
 */
function explainPreference(
  { entry, among }: RankedEntry,
  other: ImportedEntry,
  preferences: Preferences,
): PreferenceRule {
  const one = { entry, ranks: rank(entry, among, preferences) };
  const two = { entry: other, ranks: rank(other, among, preferences) };
  const { rule } = compareRanks(one, two);
  const explaining = listExplaining(entry, other, among);
  if (rule !== 'whole' || isPart(other, explaining)) return rule;
  const further = compareRanks(omitWhole(one), omitWhole(two));
  return further.order < 0 ? further.rule : rule;
}

function omitWhole({ entry, ranks }: EntryRanks): EntryRanks {
  return { entry, ranks: ranks.filter(({ rule }) => rule !== 'whole') };
}
