import type { Entry } from '#shared/diary/entry.ts';
import type { EntryAddress } from '#shared/diary/entry-id.ts';
import { type HeartRates, hasHeartRateConflict } from '#shared/diary/exercise.ts';
import {
  atLeastOrAbsent,
  atMostOrAbsent,
  type Condition,
  equals,
  isAbsent,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';

/** An update of an entry's members. */
export interface EntryUpdate {
  /** The time of the request. */
  now: Date;
  /** The day to move the entry to, if the update names one. */
  date?: string | undefined;
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
}

/**
 * Returns the condition that an entry exists with its type and, if a date is given, is shown on
 * that day.
 */
export function toStoredCondition(address: EntryAddress, date?: string): Condition {
  const hasType = { [toPath(address, 'type')]: equals(address.type) };
  if (date === undefined) return hasType;
  return {
    ...hasType,
    [toPath(address, 'date')]: equals(date),
  };
}

/** Returns the condition that an entry is not merged with other imported entries (wire.md R9). */
export function toUnmergedCondition(address: EntryAddress): Condition {
  return {
    [toPath(address, 'duplicates')]: isAbsent,
    [toPath(address, 'hidden_by')]: isAbsent,
  };
}

/**
 * Returns the condition that no other request has moved an entry since it was read. The `place` of
 * an entry is the id of its latest move.
 */
export function toUnmovedCondition(
  address: EntryAddress,
  { date, place }: Entry,
): Condition {
  return {
    ...toStoredCondition(address, date),
    [toPath(address, 'place')]: place === undefined ? isAbsent : equals(place),
  };
}

type MemberChange = Pick<EntryUpdate, 'set' | 'remove'>;

/**
 * Returns the condition that the maximum heart rate stays at or above the average if an update
 * changes only one of the two (wire.md Y7).
 */
export function toHeartRateCondition(
  address: EntryAddress,
  { set, remove }: MemberChange,
): Condition {
  const { avg_heart_rate, max_heart_rate } = set;
  const isStoredKept = (member: string) => !(member in set) && !remove.includes(member);
  if (typeof max_heart_rate === 'number' && isStoredKept('avg_heart_rate')) {
    return { [toPath(address, 'avg_heart_rate')]: atMostOrAbsent(max_heart_rate) };
  }
  if (typeof avg_heart_rate === 'number' && isStoredKept('max_heart_rate')) {
    return { [toPath(address, 'max_heart_rate')]: atLeastOrAbsent(avg_heart_rate) };
  }
  return {};
}

/** Returns whether an update would bring the maximum heart rate of an entry below the average. */
export function causesHeartRateConflict(
  entry: Entry,
  { set, remove }: MemberChange,
): boolean {
  const removed = Object.fromEntries(remove.map((member) => [member, undefined]));
  const updated = { ...entry, ...set, ...removed } as HeartRates;
  return hasHeartRateConflict(updated);
}

/** Returns the change of a day's item that updates one of its entries. */
export function toItemChange(
  address: EntryAddress,
  { set, remove }: MemberChange,
): Change {
  const assignments = Object.entries(set).map(
    ([member, value]) => [toPath(address, member), value] as const,
  );
  return {
    set: Object.fromEntries(assignments),
    remove: remove.map((member) => toPath(address, member)),
  };
}

function toPath({ batch, index }: EntryAddress, member: string): string {
  return `${batch}.${index}.${member}`;
}
