import type { Entry, StoredEntry } from './entry.ts';
import { type EntryAddress, formatEntryId, parseEntryId } from './entry-id.ts';

/**
 * A user's day, which is one item (decision 0020). Beside its count it has an attribute for each batch that was posted
 * to it, a map of entries by their index, and one for each entry that lies elsewhere and has a place here: a pointer,
 * whose name says all.
 */
export interface Day {
  /** Places that are taken on this day, of the 500 that it has. */
  entry_count?: number;
  [attribute: string]: unknown;
}

type Batch = Readonly<Record<string, StoredEntry>>;

const isBatchName = (attribute: string) => /^[0-9a-z]{36}$/.test(attribute);

/** The entries that lie in the item of `home`, wherever they are shown. */
export function entriesIn(day: Day | undefined, home: string): Entry[] {
  return Object.entries(day ?? {})
    .filter(([name]) => isBatchName(name))
    .flatMap(([batch, entries]) =>
      Object.entries(entries as Batch).map(([index, entry]) => ({
        id: formatEntryId({ batch, home, index: Number(index), type: entry.type }),
        ...entry,
      })),
    );
}

/** The entry at an address, where the item of its home has it. */
export function entryAt(
  day: Day | undefined,
  { batch, home, index, type }: EntryAddress,
): Entry | undefined {
  const entry = (day?.[batch] as Batch | undefined)?.[index];
  return entry?.type === type
    ? { id: formatEntryId({ batch, home, index, type }), ...entry }
    : undefined;
}

/** A pointer: its name, the entry that it leads to, and the id whose time is when it was made. */
export interface Pointer {
  name: string;
  at: EntryAddress;
  /** Pointers that were taken together share it: that of a move, or of the batch. */
  takenBy: string;
}

/**
 * The name of the pointer to an entry at its place. Every attempt at a move takes a place of its own, so that giving
 * one back can take no other away; the place where the entry was posted goes without a name.
 */
export function pointerTo({ id, place }: Pick<Entry, 'id' | 'place'>): string {
  return place === undefined ? id : `${id}_${place}`;
}

/** The pointers of a day. */
export function pointersIn(day: Day | undefined): Pointer[] {
  return Object.keys(day ?? {}).flatMap((name) => {
    const [id = '', place] = name.split('_');
    const at = parseEntryId(id);
    return at ? [{ name, at, takenBy: place ?? at.batch }] : [];
  });
}

/** The other days whose items may have entries that are shown on this one. */
export function homesOfGuests(day: Day | undefined): string[] {
  return [...new Set(pointersIn(day).map(({ at }) => at.home))];
}
