import type { EntryType } from './entry.ts';

/** Where an entry lies, and of what type it is: all that is needed to write it without reading (decision 0020). */
export interface EntryAddress {
  /** The id of the request that created it: its time and 128 random bits. */
  batch: string;
  /** The day whose item holds it, whatever day it has been moved to since. */
  home: string;
  index: number;
  type: EntryType;
}

const letters = { exercise: 'e', food_entry: 'f' } as const satisfies Record<EntryType, string>;
const shape = /^([0-9a-hjkmnp-tv-z]{36})(\d{4})(\d\d)(\d\d)(\d\d)([ef])$/;

/** The id of an entry: ids sort in the order in which entries were written. */
export function formatEntryId({ batch, home, index, type }: EntryAddress): string {
  return batch + home.replaceAll('-', '') + String(index).padStart(2, '0') + letters[type];
}

/** Where an id leads; undefined where it is none. */
export function parseEntryId(id: string): EntryAddress | undefined {
  const [, batch, year, month, day, index, letter] = shape.exec(id) ?? [];
  if (batch === undefined) return undefined;
  const type = letter === letters.exercise ? 'exercise' : 'food_entry';
  return { batch, home: `${year}-${month}-${day}`, index: Number(index), type };
}
