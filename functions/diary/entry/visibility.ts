import type { Principal } from '#shared/auth/principal.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Entry } from './entry.ts';
import { parseSourceKey, type WorkoutReference } from './source.ts';

/**
 * The remote connection types whose data a caller may not see. Nothing is hidden from the person.
 */
export type HiddenTypes = Principal['hidden_types'];

/**
 * Returns an entry as a caller sees it, or undefined if it does not exist for the caller (wire.md
 * P3). An entry that replaces others which the caller may not see is not hidden. Whatever
 * leaves the diary by its interface has passed this function.
 */
export function toVisible(
  entry: Entry,
  hiddenTypes: HiddenTypes = [],
): Entry | undefined {
  if (hiddenTypes.length === 0 || entry.type !== 'exercise') return entry;
  const { hidden_by, substitute, duplicates, separated, joined, ...fields } = entry;
  if (!fields.source) return entry;
  if (!canBeNamed(fields.source, hiddenTypes)) return undefined;

  const isShown = substitute?.for.every((type) => hiddenTypes.includes(type)) ?? false;
  const listed = isShown ? substitute?.duplicates : duplicates;
  const state = compact({
    hidden_by: isShown ? undefined : hidden_by,
    duplicates: listed?.filter((duplicate) => canBeNamed(duplicate, hiddenTypes)),
    separated: pickVisible(separated, hiddenTypes),
    joined: pickVisible(joined, hiddenTypes),
  });
  return { ...fields, ...state };
}

/** Returns whether a workout can be named to a caller. */
export function canBeNamed(
  { remote_connection_type }: WorkoutReference,
  hiddenTypes: HiddenTypes = [],
): boolean {
  return (
    remote_connection_type === undefined || !hiddenTypes.includes(remote_connection_type)
  );
}

type Decided = Readonly<Record<string, true>>;

function pickVisible(
  decided: Decided | undefined,
  hiddenTypes: HiddenTypes,
): Decided | undefined {
  if (!decided) return undefined;
  const keys = Object.keys(decided);
  const visible = keys.filter((key) => canBeNamed(parseSourceKey(key), hiddenTypes));
  return Object.fromEntries(visible.map((key) => [key, true]));
}
