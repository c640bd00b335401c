import { type Condition, equals, isAbsent } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Entry } from '../entry.ts';
import type { EntryAddress } from './entry-id.ts';

/** An update of an entry's members. */
export interface EntryUpdate {
  /** The time of the request. */
  now: Date;
  /** The day to move the entry to, if the update names one. */
  date?: string | undefined;
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
}

/** Condition that an entry exists with its type and, if a date is given, is shown on that day. */
export function isStored(address: EntryAddress, date?: string): Condition {
  const hasType = { [toPath(address, 'type')]: equals(address.type) };
  if (date === undefined) return hasType;
  return {
    ...hasType,
    [toPath(address, 'date')]: equals(date),
  };
}

/** Condition that no other request has moved an entry since it was read. */
export function isUnmoved(address: EntryAddress, { date, place }: Entry): Condition {
  return {
    ...isStored(address, date),
    [toPath(address, 'place')]: place === undefined ? isAbsent : equals(place),
  };
}

/** Returns the change of a day's item that updates one of its entries. */
export function toItemChange(
  address: EntryAddress,
  { set, remove }: Pick<EntryUpdate, 'set' | 'remove'>,
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
