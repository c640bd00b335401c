import type { EntryType } from './entry.ts';

/** The address of an entry, which leads to the item that has it (decision 0020). */
export interface EntryAddress {
  /** The id of the batch that created it: its time and 128 random bits. */
  batch: string;
  index: number;
  /** The day on which it was created. If it moves, the item of this day has its new date. */
  firstDate: string;
  type: EntryType;
}

const letters = { exercise: 'e', food_entry: 'f' } as const satisfies Record<
  EntryType,
  string
>;
/** Matches a batch id in base 32, an index, the year, month and day of a date, and a letter. */
const pattern = /^([0-9a-hjkmnp-tv-z]{36})(\d\d)(\d{4})(\d\d)(\d\d)([ef])$/;

/** Returns the id of an entry. Ids sort in the order in which entries were written. */
export function formatEntryId({ batch, index, firstDate, type }: EntryAddress): string {
  const paddedIndex = String(index).padStart(2, '0');
  const compactDate = firstDate.replaceAll('-', '');
  return batch + paddedIndex + compactDate + letters[type];
}

/** Returns the address that an id encodes, or undefined if the text is not an entry id. */
export function parseEntryId(id: string): EntryAddress | undefined {
  const [, batch, index, year, month, day, letter] = pattern.exec(id) ?? [];
  if (batch === undefined) return undefined;
  const type = letter === letters.exercise ? 'exercise' : 'food_entry';
  return { batch, index: Number(index), firstDate: `${year}-${month}-${day}`, type };
}
