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

/** Returns a date in epoch ms. `Date.parse` also takes February 30 as a day in March. */
function parseDate(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || formatDate(ms) !== text)
    throw new RangeError(`Not a date: ${text}.`);
  return ms;
}

const formatDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Lists the dates of a range, oldest first. The list is empty if `to` is before `from`. Throws a
 * RangeError if either is not a date.
 */
function listDates({ from, to }: DateRange): string[] {
  const first = parseDate(from);
  const count = Math.max(0, (parseDate(to) - first) / msPerDay + 1);
  return Array.from({ length: count }, (_, i) => formatDate(first + i * msPerDay));
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
