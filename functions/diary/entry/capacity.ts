import type { Failures } from '#shared/errors/errors.ts';
import { belowOrAbsent, type Condition } from '#shared/table/condition.ts';
import { maxEntries } from './bounds.ts';
import type { Entry } from './entry.ts';

/**
 * A day and the limit that was exceeded on it (wire.md Y10). `bytes_in_all` means that the items of
 * all days of a request are too large for one transaction.
 */
export interface CapacityExceeded {
  date: string;
  limit: 'entries' | 'bytes' | 'bytes_in_all';
}

/** Returns the condition that a day has capacity for a number of further entries. */
export function toCapacityCondition(count: number): Condition {
  return { entry_count: belowOrAbsent(maxEntries - count + 1) };
}

/** Returns the message for an entry whose day has no capacity left. */
export function buildCapacityMessage({ date, limit }: CapacityExceeded): string {
  switch (limit) {
    case 'entries':
      return `must be another day; ${date} is limited to ${maxEntries} entries`;
    case 'bytes':
      return (
        "must be another day, or the entry's texts must be shorter; " +
        describeSizeLimit(date)
      );
    case 'bytes_in_all':
      return 'must be in a request for fewer days; all entries of its days are limited to 4 MB';
  }
}

/** Returns the message for a change that would make the item of the entry's day too large. */
export function buildShortenMessage({ date }: CapacityExceeded): string {
  return `must have shorter texts; ${describeSizeLimit(date)}`;
}

/**
 * Lists the problems of a rejected batch by field: dates of entries and, if one was sent, the
 * idempotency key.
 */
export function listCapacityFailures(
  { entries, hasKey }: { entries: readonly Entry[]; hasKey: boolean },
  exceeded: readonly CapacityExceeded[],
): Failures {
  const failures: Record<string, string[]> = {};
  for (const [index, { date }] of entries.entries()) {
    const day = exceeded.find((limitedDay) => limitedDay.date === date);
    if (day) failures[`items.${index}.date`] = [buildCapacityMessage(day)];
  }
  if (hasKey) {
    failures['Idempotency-Key'] = [
      'must be a new key if the entries change; this key is bound to these entries',
    ];
  }
  return failures;
}

function describeSizeLimit(date: string): string {
  return `the entries of ${date} are limited to 400 KB; delete some and try again`;
}
