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
export function entryAt(day: Day | undefined, { batch, home, index, type }: EntryAddress): Entry | undefined {
  const entry = (day?.[batch] as Batch | undefined)?.[index];
  return entry?.type === type ? { id: formatEntryId({ batch, home, index, type }), ...entry } : undefined;
}

/**
 * The name of the pointer to an entry after so many moves: every move takes a place of its own, so that giving an older
 * one back cannot take this one away.
 */
export function pointerTo({ id, moves = 0 }: Pick<Entry, 'id' | 'moves'>): string {
  return `${id}_${moves}`;
}

/** The other days whose items may have entries that are shown on this one. */
export function homesOfGuests(day: Day | undefined): string[] {
  const homes = Object.keys(day ?? {}).map((name) => parseEntryId(name.replace(/_\d+$/, ''))?.home);
  return [...new Set(homes.filter((home) => home !== undefined))];
}
