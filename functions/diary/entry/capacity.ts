import { type Failures, ServiceError } from '#shared/errors/errors.ts';
import { mostEntries } from './bounds.ts';
import type { Entry } from './entry.ts';

/** A day that has no room, and what it has too much of (decision Y10). */
export interface Full {
  date: string;
  of: 'entries' | 'bytes';
}

/** What the caller is told of an entry for which its day has no room. */
export function noRoomOn({ date, of }: Full): string {
  return of === 'entries'
    ? `must be another day: ${date} has ${mostEntries} entries at most`
    : `must be another day, or come with shorter texts: ${keptTogether(date)}`;
}

/** What the caller is told of a batch for which days have no room, by item; of its key, that it is spent. */
export function noRoomFor(
  { entries, hasKey }: { entries: readonly Entry[]; hasKey: boolean },
  full: readonly Full[],
): Failures {
  const ofItems = entries.flatMap((entry, i) =>
    full
      .filter(({ date }) => date === entry.date)
      .map((day) => [`items.${i}.date`, [noRoomOn(day)]]),
  );
  const ofKey = {
    'Idempotency-Key': ['must be another one for other entries: this one stands for these'],
  };
  return { ...Object.fromEntries(ofItems), ...(hasKey && ofKey) };
}

/** What the caller is told of a change after which the day on which an entry lies would be too large. */
export function mustBeShorter({ date }: Full): string {
  return `must have shorter texts: ${keptTogether(date)}`;
}

const keptTogether = (date: string) =>
  `what was posted for ${date} takes 400 KB at most; deleting some of it makes room`;

/** What a write answers; undefined where a day's item would have more than 400 KB, so that nothing was written. */
export async function unlessTooLarge<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'item_too_large') return undefined;
    throw error;
  }
}
