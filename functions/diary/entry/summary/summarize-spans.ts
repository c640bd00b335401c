import { listIdsBelow } from '#shared/reference-data/activity-types.ts';
import type { DayRange } from '../dates.ts';
import type { DayEntries } from '../entry.store.ts';
import type { Entry } from '../entry.ts';
import { findSpan } from '../spans.ts';
import { startTotals } from '../totals.ts';
import type { SpanSummary, SummaryQuery } from './summary.ts';

/** The part of a span of the calendar that a query covers, and the totals of its days so far. */
interface OpenSpan {
  span: DayRange;
  isPartial: boolean;
  totals: ReturnType<typeof startTotals>;
}

/**
 * Sums up the days of a query as they are read, in their order. Spans without entries that count
 * are left out.
 */
export async function summarizeSpans(
  days: AsyncIterable<DayEntries>,
  query: SummaryQuery,
): Promise<SpanSummary[]> {
  const counts = createFilter(query);
  const spans: OpenSpan[] = [];
  for await (const { date, entries } of days) {
    const counted = entries.filter(counts);
    if (counted.length === 0) continue;
    let open = spans.at(-1);
    if (!open || open.span.last < date) {
      open = openSpan(query, date);
      spans.push(open);
    }
    for (const entry of counted) open.totals.add(entry);
  }
  return spans.map((open) => presentSpan(query, open));
}

/** Returns the function that decides which entries count. */
function createFilter({ exercise }: SummaryQuery): (entry: Entry) => boolean {
  if (exercise === undefined) return () => true;
  const ids = listIdsBelow(exercise);
  return (entry) => entry.type === 'exercise' && ids.has(entry.exercise.id);
}

function openSpan({ from, to, by, week_start }: SummaryQuery, date: string): OpenSpan {
  const { first, last } = findSpan(by, date, week_start);
  const span = { first: first < from ? from : first, last: last > to ? to : last };
  return { span, isPartial: first < from || last > to, totals: startTotals() };
}

function presentSpan(
  { by }: SummaryQuery,
  { span: { first, last }, isPartial, totals }: OpenSpan,
): SpanSummary {
  const days = by === 'day' ? {} : { last_date: last, is_partial: isPartial };
  return { date: first, ...days, ...totals.present() };
}
