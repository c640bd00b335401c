import * as z from 'zod/mini';
import { countDays } from '../dates.ts';
import { dateParameter, dateRangeText, maxSummaryDays } from '../values.ts';

/** The days of a query that reads several. */
export const SummaryQuery = z
  .object({
    from: dateParameter(`The first day, ${dateRangeText}.`),
    to: dateParameter(
      `The last day, at most ${maxSummaryDays - 1} days after the first.`,
    ),
  })
  .check(
    z.refine(({ from, to }) => to >= from, {
      path: ['to'],
      error: 'must not be before from',
    }),
    z.refine(({ from, to }) => countDays(from, to) < maxSummaryDays, {
      path: ['to'],
      error: `must be at most ${maxSummaryDays - 1} days after from`,
    }),
  );
