import * as z from 'zod/mini';
import { deferred, described, parameter, whenValid } from '#shared/contract/schema.ts';
import { PlainLink } from '#shared/hal/links.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { maxSummaryDays } from '../bounds.ts';
import { addDays, countDays, type DayRange, dateRangeText } from '../dates.ts';
import { findRange, rangeKinds } from '../day-ranges.ts';
import { checkOrder } from '../days-query.ts';
import { Incomplete } from '../incomplete.ts';
import { DaySummary } from '../totals-representation.ts';
import { dateParameter } from '../values.ts';

/** Maximum number of days of which one response has the weeks, months or years. */
export const maxPageDays = 366;

/** Builds the schema of a parameter that has one of some values, by default the first. */
function choiceOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) {
  const sent = parameter().check(z.meta({ description, enum: [...values] }));
  return z._default(z.pipe(sent, z.enum(values)), values[0]);
}

/** The query of a summary: its days, by what they are summed up, and what counts. */
export const SummaryQuery = z
  .object({
    from: dateParameter(`The first day, ${dateRangeText}.`),
    to: dateParameter(
      `The last day. By day, it is at most ${maxSummaryDays - 1} days after the first.`,
    ),
    by: choiceOf(rangeKinds, 'What one item sums up.'),
    week_start: choiceOf(
      ['monday', 'sunday'],
      'The day with which a week begins. It changes nothing unless `by` is `week`.',
    ),
    exercise: z
      .optional(
        parameter().check(
          z.refine(
            (id) => findActivityType(id) !== undefined,
            'must be the id of an activity type',
          ),
        ),
      )
      .check(
        z.describe(
          'The id of an activity type. Only exercises of this type and of all types below it ' +
            'count, and no food.',
        ),
      ),
  })
  .check(
    checkOrder,
    z.refine(({ from, to, by }) => by !== 'day' || countDays(from, to) < maxSummaryDays, {
      path: ['to'],
      error: `must be at most ${maxSummaryDays - 1} days after from`,
      when: whenValid('from', 'to', 'by'),
    }),
  );
export type SummaryQuery = z.output<typeof SummaryQuery>;

const RangeSummary = deferred(() =>
  z
    .extend(DaySummary, {
      last_date: described(
        z.optional(DaySummary.shape.date),
        'The last day of the week, month or year that is summed up. `date` is the first one. ' +
          'Absent by day.',
        '2026-11-22',
      ),
      is_partial: described(
        z.optional(z.boolean()),
        'Whether the week, month or year has days before `from` or after `to`, which are left ' +
          'out. Absent by day.',
        false,
      ),
    })
    .check(z.meta({ id: 'DiaryDaySummary' })),
);
export type RangeSummary = z.output<typeof RangeSummary>;

const SummaryLinks = deferred(() =>
  z
    .object({
      self: PlainLink,
      next: z
        .optional(PlainLink)
        .check(z.describe('The days after those of the response, if `to` is later.')),
    })
    .check(z.meta({ id: 'DiarySummaryLinks' })),
);

/** The totals of several days as clients see them. */
export const DiarySummary = deferred(() =>
  z
    .object({
      items: z.array(RangeSummary),
      incomplete: Incomplete,
      _links: z.optional(SummaryLinks).check(z.describe('Absent by day.')),
    })
    .check(z.meta({ id: 'DiarySummary' })),
);

/**
 * Returns the days of a response: at most 366, without a part of a week, month or year that the
 * next response can have whole.
 */
export function findPageRange({ from, to, by, week_start }: SummaryQuery): DayRange {
  if (countDays(from, to) < maxPageDays) return { first: from, last: to };
  const { first } = findRange(by, addDays(from, maxPageDays), week_start);
  return { first: from, last: addDays(first, -1) };
}

/** Returns the links of a response that has the days until `last`. */
export function presentLinks(version: string, query: SummaryQuery, last: string) {
  const linkFrom = (from: string) => {
    const parameters = new URLSearchParams(compact({ ...query, from }));
    return [{ href: `/${version}/diary/summary?${parameters}` }];
  };
  const next = last < query.to ? linkFrom(addDays(last, 1)) : undefined;
  return compact({ self: linkFrom(query.from), next });
}
