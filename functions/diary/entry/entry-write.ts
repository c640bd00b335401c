import { absent, type Condition, is } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import type { Entry } from './entry.ts';
import type { EntryAddress } from './entry-id.ts';

/** What a change does to the members of an entry. */
export interface EntryUpdate {
  /** When it was asked for. */
  now: Date;
  /** The day to which it goes, where the change names one. */
  date?: string | undefined;
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
}

const pathOf = ({ batch, index }: EntryAddress) => `${batch}.${index}`;

/** Condition that an entry is there, of its type; where a date is stated, shown on that day. */
export function isThere(at: EntryAddress, date?: string): Condition {
  const path = pathOf(at);
  return {
    [`${path}.type`]: is(at.type),
    ...(date !== undefined && { [`${path}.date`]: is(date) }),
  };
}

/** Condition that an entry is where it was when it was read, and has not been anywhere else meanwhile. */
export function hasStayed(at: EntryAddress, { date, place }: Entry): Condition {
  return {
    ...isThere(at, date),
    [`${pathOf(at)}.place`]: place === undefined ? absent : is(place),
  };
}

/** The change of a day's item that changes members of one entry in it. */
export function inside(
  at: EntryAddress,
  { set, remove }: Pick<EntryUpdate, 'set' | 'remove'>,
): Change {
  const path = (member: string) => `${pathOf(at)}.${member}`;
  return {
    set: Object.fromEntries(Object.entries(set).map(([member, value]) => [path(member), value])),
    remove: remove.map(path),
  };
}
