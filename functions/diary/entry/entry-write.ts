import { absent, type Condition, is } from '../../../shared/table/condition.ts';
import type { Change } from '../../../shared/table/expression.ts';
import type { Entry } from './entry.ts';
import type { EntryAddress } from './entry-id.ts';

/** What a change does to the members of an entry. */
export interface EntryUpdate {
  /** The day to which it goes, where the change names one. */
  date?: string | undefined;
  set: Readonly<Record<string, unknown>>;
  remove: readonly string[];
}

/** Where an entry is shown, and after how many moves. */
export type Place = Pick<Entry, 'date' | 'moves'>;

/** Where an entry is shown now. */
export function placeOf({ date, moves = 0 }: Entry): Required<Place> {
  return { date, moves };
}

/** Condition that an entry is there, of its type; where a place is stated, shown there. */
export function isThere({ batch, index, type }: EntryAddress, place?: Place): Condition {
  const path = `${batch}.${index}`;
  return {
    [`${path}.type`]: is(type),
    ...(place && { [`${path}.date`]: is(place.date) }),
    ...(place?.moves !== undefined && { [`${path}.moves`]: place.moves === 0 ? absent : is(place.moves) }),
  };
}

/** The change of a day's item that changes members of one entry in it. */
export function inside({ batch, index }: EntryAddress, { set, remove }: EntryUpdate): Change {
  const path = (member: string) => `${batch}.${index}.${member}`;
  return {
    set: Object.fromEntries(Object.entries(set).map(([member, value]) => [path(member), value])),
    remove: remove.map(path),
  };
}
