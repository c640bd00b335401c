import { listIdsBelow } from '#shared/reference-data/activity-types.ts';
import type { DayRange } from '../dates.ts';
import { findRange } from '../day-ranges.ts';
import type { DayEntries } from '../entry.store.ts';
import type { Entry } from '../entry.ts';
import { startTotals } from '../totals.ts';
import type { RangeSummary, SummaryQuery } from './summary.ts';

/** The part of a range of the calendar that a query covers, and the totals of its days so far. */
interface OpenRange {
  range: DayRange;
  isPartial: boolean;
  totals: ReturnType<typeof startTotals>;
}

/**
 * Sums up the days of a query as they are read, in their order. Ranges without entries that count
 * are left out.
 */
export async function summarizeRanges(
  days: AsyncIterable<DayEntries>,
  query: SummaryQuery,
): Promise<RangeSummary[]> {
  const counts = createFilter(query);
  const ranges: OpenRange[] = [];
  for await (const { date, entries } of days) {
    const counted = entries.filter(counts);
    if (counted.length === 0) continue;
    let open = ranges.at(-1);
    if (!open || open.range.last < date) {
      open = openRange(query, date);
      ranges.push(open);
    }
    for (const entry of counted) open.totals.add(entry);
  }
  return ranges.map((open) => presentRange(query, open));
}

/** Returns the function that decides which entries count. */
function createFilter({ exercise }: SummaryQuery): (entry: Entry) => boolean {
  if (exercise === undefined) return () => true;
  const ids = listIdsBelow(exercise);
  return (entry) => entry.type === 'exercise' && ids.has(entry.exercise.id);
}

function openRange({ from, to, by, week_start }: SummaryQuery, date: string): OpenRange {
  const { first, last } = findRange(by, date, week_start);
  const range = { first: first < from ? from : first, last: last > to ? to : last };
  return { range, isPartial: first < from || last > to, totals: startTotals() };
}

function presentRange(
  { by }: SummaryQuery,
  { range: { first, last }, isPartial, totals }: OpenRange,
): RangeSummary {
  const days = by === 'day' ? {} : { last_date: last, is_partial: isPartial };
  return { date: first, ...days, ...totals.present() };
}
