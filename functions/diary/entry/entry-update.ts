import { compact, stripNulls } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import {
  atLeastOrAbsent,
  atMostOrAbsent,
  type Condition,
  equals,
  isAbsent,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { applyChange } from '#shared/table/guarded-write.ts';
import { countBytes } from './day-capacity.ts';
import { findEnergySource } from './energy-source.ts';
import type { Entry, EntryChange, EntryType } from './entry.ts';
import { type ExerciseEntry, type HeartRates, hasHeartRateConflict } from './exercise.ts';
import { type MergedMember, mergedMembers } from './merged-fields.ts';
import type { HiddenTypes } from './visibility.ts';

/** An update of an entry's members. A name with a dot is a member of a member. */
export interface EntryUpdate {
  /** The day to move the entry to, if the update names one. */
  date?: string | undefined;
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
}

/** Returns the condition that an item has an entry of a type at a path. */
export function toStoredCondition(path: string, type: EntryType): Condition {
  return { [`${path}.type`]: equals(type) };
}

/** Returns the condition that an entry does not need a decision. */
export function toPlainCondition(path: string, hiddenTypes: HiddenTypes = []): Condition {
  if (hiddenTypes.length > 0) return { [`${path}.source`]: isAbsent };
  const members = ['duplicates', 'hidden_by', 'views'];
  return Object.fromEntries(members.map((member) => [`${path}.${member}`, isAbsent]));
}

/**
 * Returns the condition that the maximum heart rate stays at or above the average if an update
 * changes only one of the two (wire.md Y7).
 */
export function toHeartRateCondition(
  path: string,
  { set, remove }: EntryUpdate,
): Condition {
  const { avg_heart_rate, max_heart_rate } = set;
  const isStoredKept = (member: string) => !(member in set) && !remove.includes(member);
  if (typeof max_heart_rate === 'number' && isStoredKept('avg_heart_rate')) {
    return { [`${path}.avg_heart_rate`]: atMostOrAbsent(max_heart_rate) };
  }
  if (typeof avg_heart_rate === 'number' && isStoredKept('max_heart_rate')) {
    return { [`${path}.max_heart_rate`]: atLeastOrAbsent(avg_heart_rate) };
  }
  return {};
}

/** Returns whether the maximum heart rate of an entry is below the average. */
export function isHeartRateConflict(entry: Entry): boolean {
  return entry.type === 'exercise' && hasHeartRateConflict(entry as HeartRates);
}

/** Returns the change of a day's item that updates the entry at a path. */
export function toItemChange(path: string, { set, remove }: EntryUpdate): Change {
  const assignments = Object.entries(set).map(
    ([member, value]) => [`${path}.${member}`, value] as const,
  );
  return {
    set: Object.fromEntries(assignments),
    remove: remove.map((member) => `${path}.${member}`),
    increment: { own_bytes: countBytes(set) },
  };
}

/**
 * Returns the part of an update that changes what a caller sees of an entry. An energy and how it
 * is known are one: a 0 is another one if it is stated.
 */
function pickChanged(seen: Entry, { date, set, remove }: EntryUpdate): EntryUpdate {
  const energy_source = seen.type === 'exercise' ? findEnergySource(seen) : undefined;
  const members: Readonly<Record<string, unknown>> = { ...seen, energy_source };
  const differs = (name: string) => !isEqual(members[name], set[name]);
  const energyNames = ['energy', 'energy_source'].filter((name) => name in set);
  const isEnergyChanged = energyNames.some(differs);
  const isChanged = (name: string) =>
    energyNames.includes(name) ? isEnergyChanged : differs(name);
  const changed = Object.entries(set).filter(([name]) => isChanged(name));
  return { date, set: Object.fromEntries(changed), remove: remove.filter(isChanged) };
}

/**
 * Returns an entry after an update of what a caller sees of it, and those of its numbers that the
 * update has written. A member that is sent back as it is seen stays as it is stored, so that
 * nothing is edited that was taken from another record. If the heart rates would then contradict
 * each other, both are written: the other one as it is seen.
 */
export function applySeenUpdate<E extends ExerciseEntry & Entry>(
  stored: E,
  seen: ExerciseEntry & Entry,
  change: EntryUpdate,
): { updated: E; written: MergedMember[] } {
  const changed = pickChanged(seen, change);
  const { set, remove } = changed;
  const names = mergedMembers.filter((name) => name in set || remove.includes(name));
  const updated = applyUpdate(stored, changed);
  if (!isHeartRateConflict(updated)) return { updated, written: names };
  const { avg_heart_rate, max_heart_rate } = seen;
  const { avg_heart_rate: _, max_heart_rate: __, ...others } = stored;
  const base = { ...others, ...compact({ avg_heart_rate, max_heart_rate }) } as E;
  return {
    updated: applyUpdate(base, changed),
    written: [...new Set([...names, 'avg_heart_rate', 'max_heart_rate'] as const)],
  };
}

/** Returns an entry after an update. */
export function applyUpdate<E extends Entry>(
  entry: E,
  { date = entry.date, set, remove }: EntryUpdate,
): E {
  return applyChange({ ...entry, date }, { set, remove });
}

/**
 * Converts a PATCH to an update by merging. A member that is sent replaces the stored member, and
 * null removes it. Nutritional contents are merged member by member. Energy and food are replaced
 * as a whole.
 */
export function toEntryUpdate(change: EntryChange): EntryUpdate {
  const { type: _, source: __, date, nutritional_contents = {}, ...members } = change;
  const contents = Object.entries(nutritional_contents).map(
    ([name, value]) => [`nutritional_contents.${name}`, value] as const,
  );
  // A 0 that is written to an imported entry is stated.
  const stated = members.energy?.value === 0 ? { energy_source: 'stated' } : {};
  const paths = [...Object.entries({ ...stated, ...members }), ...contents];
  const removed = paths.filter(([, value]) => value === null);
  return {
    date,
    set: stripNulls(Object.fromEntries(paths)),
    remove: removed.map(([path]) => path),
  };
}
