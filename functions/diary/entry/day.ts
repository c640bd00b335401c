import type { Entry, StoredEntry } from './entry.ts';
import { type EntryAddress, formatEntryId, parseEntryId } from './entry-id.ts';

/**
 * A user's day, which is one item (decision 0020). Beside its count it has an attribute for each batch that was posted
 * to it, a map of entries by their index, and one for each entry that lies elsewhere and is shown here: a pointer,
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
 * The name of the pointer to an entry after so many moves. As every move makes a pointer of its own, none can be
 * mistaken for an older one, and only the newest leads to anything.
 */
export function pointerTo({ id, moves = 0 }: Pick<Entry, 'id' | 'moves'>): string {
  return `${id}_${moves}`;
}

/** The pointers of a day, by the day to which they lead. */
export function pointersIn(day: Day | undefined): Map<string, ReadonlySet<string>> {
  const pointers = Object.keys(day ?? {}).flatMap((name) => {
    const address = parseEntryId(name.replace(/_\d+$/, ''));
    return address ? [{ name, home: address.home }] : [];
  });
  const byHome = Map.groupBy(pointers, ({ home }) => home);
  return new Map([...byHome].map(([home, of]) => [home, new Set(of.map(({ name }) => name))]));
}
