import type { components, operations } from './openapi/diary.ts';
import type { DiaryPaths, Requests } from './requests.ts';

export type DiaryDayItem = components['schemas']['DiaryItem'];

type DayQuery = NonNullable<operations['getDiaryDay']['parameters']['query']>;

/** The types of the entries to return, and their members. Defaults to all types and members. */
export interface DayOptions {
  types?: NonNullable<DayQuery['types']>;
  fields?: NonNullable<DayQuery['fields[]']>;
}

/** A range of dates, as `YYYY-MM-DD`. Both dates are included. */
export interface DateRange {
  from: string;
  to: string;
}

/** The items of a day of the diary. */
export interface DatedItems {
  date: string;
  items: readonly DiaryDayItem[];
}

const msPerDay = 86_400_000;

/** Gets the items of a day. `date` is in the form `YYYY-MM-DD`. */
export async function getDay(
  requests: Requests<DiaryPaths>,
  date: string,
  { types, fields = ['all'] }: DayOptions = {},
): Promise<DatedItems> {
  const typesQuery = types ? { types } : {};
  const query: DayQuery = { entry_date: date, 'fields[]': fields, ...typesQuery };
  const { items } = await requests.get('/diary', { params: { query } });
  return { date, items };
}

/**
 * Lists the dates of a range, oldest first. The list is empty if `to` is before `from`. Throws a
 * RangeError if either is not a date.
 */
function listDates({ from, to }: DateRange): string[] {
  const first = Date.parse(from);
  const count = Math.max(0, (Date.parse(to) - first) / msPerDay + 1);
  if (Number.isNaN(count)) throw new RangeError(`No dates: from ${from} to ${to}.`);
  return Array.from({ length: count }, (_, i) =>
    new Date(first + i * msPerDay).toISOString().slice(0, 10),
  );
}

/**
 * Iterates over the days of a range, oldest first. It sends one request for each day. Throws a
 * RangeError if `from` or `to` is not a date.
 */
export async function* iterateDays(
  requests: Requests<DiaryPaths>,
  range: DateRange,
  options?: DayOptions,
): AsyncGenerator<DatedItems, void, undefined> {
  for (const date of listDates(range)) yield await getDay(requests, date, options);
}
