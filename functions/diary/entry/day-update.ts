import { type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import { countBytes, type DayUpdate } from './day-capacity.ts';
import { type EntryAddress, formatEntryId, isSynced, toEntryPath } from './day-item.ts';
import type { Entry } from './entry.ts';

/** An entry in the item of a date, by its address. */
export interface StoredPlace {
  address: EntryAddress;
  date: string;
  /** Whether it is a workout of a connection, which is not counted. */
  isSynced: boolean;
}

/** Returns the update that takes an entry out of the item of a day. */
export function toDeparture(
  { address, date, isSynced }: StoredPlace,
  condition: Condition = {},
): DayUpdate {
  const remove = [toEntryPath(address, date)];
  const increment = { own_entries: isSynced ? 0 : -1 };
  return { date, change: { remove, increment }, condition };
}

/** Returns the update that stores an entry in the item of its date, to which it was moved. */
export function toArrival(address: EntryAddress, { id: _, ...entry }: Entry): DayUpdate {
  const { date } = entry;
  const path = toEntryPath(address, date);
  const set = { [path]: entry };
  const increment = isSynced(entry) ? {} : { own_entries: 1, own_bytes: countBytes(set) };
  return { date, change: { set, increment }, condition: { [path]: isAbsent } };
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
 * up the changes of its counts, the only numbers that they increment.
 */
export function combineByDay(updates: readonly DayUpdate[]): DayUpdate[] {
  const updatesByDate = Map.groupBy(updates, ({ date }) => date);
  return [...updatesByDate].map(([date, updatesOfDay]) => {
    const changes = updatesOfDay.map(({ change }) => change);
    const sum = (count: 'own_entries' | 'own_bytes') =>
      changes.reduce((total, { increment }) => total + (increment?.[count] ?? 0), 0);
    const change = {
      set: Object.assign({}, ...changes.map(({ set }) => set)),
      remove: changes.flatMap(({ remove = [] }) => remove),
      increment: { own_entries: sum('own_entries'), own_bytes: sum('own_bytes') },
    };
    const conditions = updatesOfDay.map(({ condition }) => condition);
    return { date, change, condition: Object.assign({}, ...conditions) };
  });
}
