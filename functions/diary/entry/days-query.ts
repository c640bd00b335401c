import * as z from 'zod/mini';
import { whenValid } from '#shared/contract/schema.ts';
import { maxSummaryDays } from './bounds.ts';
import { countDays, dateRangeText } from './dates.ts';
import { dateParameter } from './values.ts';

/** The check that the last day of a query is not before the first. */
export const checkOrder = z.refine<{
  from?: string | undefined;
  to?: string | undefined;
}>(({ from, to }) => from === undefined || to === undefined || to >= from, {
  path: ['to'],
  error: 'must not be before from',
  when: whenValid('from', 'to'),
});

/** The days of a query that reads several. */
export const DaysQuery = z
  .object({
    from: dateParameter(`The first day, ${dateRangeText}.`),
    to: dateParameter(
      `The last day, at most ${maxSummaryDays - 1} days after the first.`,
    ),
  })
  .check(
    checkOrder,
    z.refine(({ from, to }) => countDays(from, to) < maxSummaryDays, {
      path: ['to'],
      error: `must be at most ${maxSummaryDays - 1} days after from`,
      when: whenValid('from', 'to'),
    }),
  );
