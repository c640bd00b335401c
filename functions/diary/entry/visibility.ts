import type { Principal } from '#shared/auth/principal.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Entry } from './entry.ts';
import { showBest } from './merged-fields.ts';
import {
  findTypeOfKey,
  type MergeDecision,
  type MergeState,
  type WorkoutReference,
} from './origin.ts';

/**
 * The remote connection types whose data a caller may not see. Nothing is hidden from the person.
 */
export type HiddenTypes = Principal['hidden_types'];

/**
 * Returns an entry as a caller sees it, or undefined if it does not exist for the caller (wire.md
 * P3): as if the entries that it may not see did not exist. Whatever leaves the diary by its
 * interface has passed this function.
 */
export function toVisible(
  entry: Entry,
  hiddenTypes: HiddenTypes = [],
): Entry | undefined {
  if (entry.type !== 'exercise') return entry;
  if (hiddenTypes.length === 0 || !entry.source) return showBest(entry);
  if (!canBeNamed(entry.source, hiddenTypes)) return undefined;
  const { separated, joined, ...members } = omitMerge(entry);
  const decided = compact({
    separated: pickVisible(separated, hiddenTypes),
    joined: pickVisible(joined, hiddenTypes),
  });
  return showBest({ ...members, ...findDecision(entry, hiddenTypes), ...decided });
}

/** Returns an entry without what a merge has decided, and where the person takes members from. */
export function omitMerge<E extends MergeState>(entry: E) {
  const { hidden_by, duplicates, views, chosen, ...members } = entry;
  return members;
}

/**
 * Returns what a merge has decided about an entry for a caller. Of the views that know only of
 * types that are hidden from the caller, the last knows of most, because a merge adds larger ones
 * later.
 */
export function findDecision(
  { hidden_by, duplicates, views = [] }: MergeState,
  hiddenTypes: HiddenTypes = [],
): MergeDecision {
  const view = views.findLast(({ without }) =>
    without.every((type) => hiddenTypes.includes(type)),
  );
  const decision = view ?? { hidden_by, duplicates };
  const { duplicates: listed = [] } = decision;
  const named = listed.filter((each) => canBeNamed(each, hiddenTypes));
  return compact({
    hidden_by: decision.hidden_by,
    duplicates: named.length > 0 ? named : undefined,
  });
}

/** Returns whether a workout can be named to a caller. */
export function canBeNamed(
  { remote_connection_type }: { remote_connection_type?: string | undefined },
  hiddenTypes: HiddenTypes = [],
): boolean {
  return (
    remote_connection_type === undefined || !hiddenTypes.includes(remote_connection_type)
  );
}

/** Returns whether the workout of a key of `toSourceKey` can be named to a caller. */
export function canKeyBeNamed(key: string, hiddenTypes?: HiddenTypes): boolean {
  return canBeNamed({ remote_connection_type: findTypeOfKey(key) }, hiddenTypes);
}

/** Lists the remote connection types of workouts, sorted. */
export function listTypes(workouts: readonly WorkoutReference[]): string[] {
  const types = workouts.flatMap(
    ({ remote_connection_type }) => remote_connection_type ?? [],
  );
  return [...new Set(types)].sort();
}

/** Lists all sets of some types that can be hidden from a caller, the smaller ones first. */
export function listHiddenSets(types: readonly string[]): string[][] {
  let sets: string[][] = [[]];
  for (const type of types) sets = sets.flatMap((set) => [set, [...set, type]]);
  return sets.sort((one, other) => one.length - other.length);
}

type Decided = Readonly<Record<string, true>>;

function pickVisible(
  decided: Decided | undefined,
  hiddenTypes: HiddenTypes,
): Decided | undefined {
  const keys = Object.keys(decided ?? {});
  const visible = keys.filter((key) => canKeyBeNamed(key, hiddenTypes));
  if (visible.length === 0) return undefined;
  return Object.fromEntries(visible.map((key) => [key, true]));
}
