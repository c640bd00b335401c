import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import type { EntryType } from '#functions/diary/entry/entry.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Period } from './period.ts';

type Pages = Pick<PageUrls, 'account'>;

/** Returns the URL of the page "My data" of a period with a date, perhaps of one sport only. */
export function toDataUrl(
  pages: Pages,
  period: Period,
  date: string,
  sport?: string,
): string {
  const query = new URLSearchParams(compact({ period, date, sport }));
  return `${pages.account('data')}?${query}`;
}

/** Returns the URL of the page of a day. */
export function toDayUrl(pages: Pages, date: string): string {
  return `${pages.account('day')}?date=${date}`;
}

/** What the form of a new entry begins with. */
export interface NewEntryStart {
  /** The id of the activity of an exercise. */
  activity?: string;
  /** The id of the entry of a food that is eaten again. */
  like?: string;
}

/** Returns the URL of the page on which an entry is added to a day. */
export function toNewEntryUrl(
  pages: Pages,
  date: string,
  type: EntryType,
  start: NewEntryStart = {},
): string {
  return `${pages.account('entry')}?${new URLSearchParams({ date, type, ...start })}`;
}

/** Returns the URL of the page on which an entry is changed. */
export function toEntryUrl(pages: Pages, id: string): string {
  return `${pages.account('entry')}?id=${id}`;
}

/** Returns the URL of the page of a workout. */
export function toWorkoutUrl(pages: Pages, id: string): string {
  return `${pages.account('workout')}?id=${id}`;
}

/** The exercise that gets an activity: a new one on a date, or the entry with an id. */
export type ActivityTarget = { date: string } | { id: string };

/** Returns the URL of the page on which its activity is chosen. */
export function toActivityUrl(pages: Pages, target: ActivityTarget): string {
  return `${pages.account('activity')}?${new URLSearchParams(target)}`;
}

/** The days of the page "Body": those of a month or a quarter, or the weeks of a year. */
export const periodNames = ['month', 'quarter', 'year'] as const;
export type PeriodName = (typeof periodNames)[number];

/** What the page "Body" shows: a period that ends with a date, or one day. */
export interface BodyQuery {
  period?: PeriodName | undefined;
  date?: string | undefined;
  day?: string | undefined;
  /** Whether the values of all sources of a day are shown. */
  all?: 'true' | undefined;
  /** What the person has come to enter. */
  enter?: 'weight' | undefined;
}

/** Returns the URL of the page "Body" of a period, or of one day. */
export function toBodyUrl(pages: Pages, query: BodyQuery = {}): string {
  const parameters = new URLSearchParams(compact({ ...query }));
  return pages.account('body', parameters.toString());
}
