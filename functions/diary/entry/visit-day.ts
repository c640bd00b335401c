import { serviceError } from '#shared/errors/errors.ts';
import { type DayItem, findNewDate } from './day-item.ts';
import type { EntryAddress } from './entry-id.ts';

/** The most visits to days in search of an entry that other requests move at the same time. */
export const maxVisits = 20;

/** What a visit to a day results in, or the day to visit next: undefined if there is no entry. */
export type Visit<Result> = { result: Result } | { next: string | undefined };

/**
 * Visits the day of an entry: its first day, and if it has moved, the day to which it was moved.
 * Visits the first day again if a concurrent request has moved or changed the entry meanwhile.
 * Returns undefined if the entry does not exist. Throws `unavailable` after 20 visits.
 */
export async function visitDay<Result>(
  { firstDate }: EntryAddress,
  visit: (date: string) => Promise<Visit<Result>>,
): Promise<Result | undefined> {
  let date = firstDate;
  for (let visits = 0; visits < maxVisits; visits += 1) {
    const visited = await visit(date);
    if ('result' in visited) return visited.result;
    if (visited.next === undefined) return undefined;
    date = visited.next;
  }
  throw serviceError('unavailable');
}

/** Returns the day to visit after one whose item does not have the entry. */
export function findNextVisit(
  address: EntryAddress,
  date: string,
  item: DayItem | undefined,
): { next: string | undefined } {
  const { firstDate } = address;
  return { next: date === firstDate ? findNewDate(item, address) : firstDate };
}
