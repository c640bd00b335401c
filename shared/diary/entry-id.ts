import type { EntryType } from './entry.ts';

/** The address of an entry: all that a write needs to reach it without a read (decision 0020). */
export interface EntryAddress {
  /** The id of the batch that created it: its time and 128 random bits. */
  batch: string;
  /** The date of the item that stores the entry. A move to another day does not change it. */
  storageDate: string;
  index: number;
  type: EntryType;
}

const letters = { exercise: 'e', food_entry: 'f' } as const satisfies Record<
  EntryType,
  string
>;
/** Matches a batch id in base 32, the year, month and day of a date, an index and a letter. */
const pattern = /^([0-9a-hjkmnp-tv-z]{36})(\d{4})(\d\d)(\d\d)(\d\d)([ef])$/;

/** Returns the id of an entry. Ids sort in the order in which entries were written. */
export function formatEntryId({ batch, storageDate, index, type }: EntryAddress): string {
  const compactDate = storageDate.replaceAll('-', '');
  const paddedIndex = String(index).padStart(2, '0');
  return batch + compactDate + paddedIndex + letters[type];
}

/** Returns the address that an id encodes, or undefined if the text is not an entry id. */
export function parseEntryId(id: string): EntryAddress | undefined {
  const [, batch, year, month, day, index, letter] = pattern.exec(id) ?? [];
  if (batch === undefined) return undefined;
  const type = letter === letters.exercise ? 'exercise' : 'food_entry';
  return { batch, storageDate: `${year}-${month}-${day}`, index: Number(index), type };
}
