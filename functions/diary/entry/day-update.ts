import { type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { toEntryPath } from './day-item.ts';
import type { Entry } from './entry.ts';
import { type EntryAddress, formatEntryId } from './entry-id.ts';

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
