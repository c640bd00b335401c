import type { Failures } from '#shared/errors/errors.ts';
import {
  belowOrAbsent,
  type Condition,
  equals,
  isAbsent,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { type EntryAddress, formatEntryId, toEntryPath } from './day-item.ts';
import type { Entry } from './entry.ts';
import { maxEntries } from './quantities.ts';

/** A conditional update of the item of a day. */
export interface DayUpdate {
  date: string;
  change: Change;
  condition: Condition;
}

/** Returns the update that takes an entry out of the item of a day. */
export function toDeparture(
  address: EntryAddress,
  date: string,
  condition: Condition = {},
): DayUpdate {
  const remove = [toEntryPath(address, date)];
  return { date, change: { remove, increment: { entry_count: -1 } }, condition };
}

/** Returns the update that stores an entry in the item of its date, to which it was moved. */
export function toArrival(
  address: EntryAddress,
  { id: _, ...entry }: Entry,
  condition: Condition = {},
): DayUpdate {
  const { date } = entry;
  const set = { [toEntryPath(address, date)]: entry };
  return { date, change: { set, increment: { entry_count: 1 } }, condition };
}

/**
 * Returns the update of an entry's first day that says where the entry is: on the date `to`, or
 * nowhere. There is none if the entry is removed from its first day.
 */
export function toForwarding(
  address: EntryAddress,
  { from, to }: { from: string; to?: string },
): DayUpdate[] {
  const { firstDate: date } = address;
  const id = formatEntryId(address);
  const isAtHome = from === date;
  if (isAtHome && to === undefined) return [];

  const isForwarded = to !== undefined && to !== date;
  const change = isForwarded ? { set: { [id]: to } } : { remove: [id] };
  return [{ date, change, condition: { [id]: isAtHome ? isAbsent : equals(from) } }];
}

/**
 * Combines the updates of each day, because a transaction has at most one update of an item. Adds
 * up the changes of `entry_count`, the only number that they increment.
 */
export function combineByDay(updates: readonly DayUpdate[]): DayUpdate[] {
  const updatesByDate = Map.groupBy(updates, ({ date }) => date);
  return [...updatesByDate].map(([date, updatesOfDay]) => {
    const changes = updatesOfDay.map(({ change }) => change);
    const counts = changes.map(({ increment }) => increment?.entry_count ?? 0);
    const change = {
      set: Object.assign({}, ...changes.map(({ set }) => set)),
      remove: changes.flatMap(({ remove = [] }) => remove),
      increment: { entry_count: counts.reduce((sum, count) => sum + count, 0) },
    };
    const conditions = updatesOfDay.map(({ condition }) => condition);
    return { date, change, condition: Object.assign({}, ...conditions) };
  });
}

/**
 * A day and the limit that was exceeded on it (wire.md Y10). `bytes_in_all` means that the items of
 * all days of a request are too large for one transaction.
 */
export interface CapacityExceeded {
  date: string;
  limit: 'entries' | 'bytes' | 'bytes_in_all';
}

/** Returns the condition that a day has capacity for a number of further entries. */
export function toCapacityCondition(count: number): Condition {
  return { entry_count: belowOrAbsent(maxEntries - count + 1) };
}

/** Returns the message for an entry whose day has no capacity left. */
export function buildCapacityMessage({ date, limit }: CapacityExceeded): string {
  switch (limit) {
    case 'entries':
      return `must be another day; ${date} is limited to ${maxEntries} entries`;
    case 'bytes':
      return (
        "must be another day, or the entry's texts must be shorter; " +
        describeSizeLimit(date)
      );
    case 'bytes_in_all':
      return 'must be in a request for fewer days; all entries of its days are limited to 4 MB';
  }
}

/** Returns the message for a change that would make the item of the entry's day too large. */
export function buildShortenMessage({ date }: CapacityExceeded): string {
  return `must have shorter texts; ${describeSizeLimit(date)}`;
}

/**
 * Lists the problems of a rejected batch by field: dates of entries and, if one was sent, the
 * idempotency key.
 */
export function listCapacityFailures(
  { entries, hasKey }: { entries: readonly Entry[]; hasKey: boolean },
  exceeded: readonly CapacityExceeded[],
): Failures {
  const failures: Record<string, string[]> = {};
  for (const [index, { date }] of entries.entries()) {
    const day = exceeded.find((limitedDay) => limitedDay.date === date);
    if (day) failures[`items.${index}.date`] = [buildCapacityMessage(day)];
  }
  if (hasKey) {
    failures['Idempotency-Key'] = [
      'must be a new key if the entries change; this key is bound to these entries',
    ];
  }
  return failures;
}

function describeSizeLimit(date: string): string {
  return `the entries of ${date} are limited to 400 KB; delete some and try again`;
}
