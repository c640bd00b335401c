import { toUtcDate } from '#shared/runtime/time.ts';
import { parseWeightedNames } from '#shared/runtime/weighted-names.ts';
import { getDateFormat, getNumberFormat } from './formatters.ts';

/** The languages of pages, mail and exports, by their tag (BCP 47). The first is the default. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** A language with or without a region, by which dates and numbers are formatted: `en-GB`. */
export type Locale = Language | `${Language}-${string}`;

/** The locales that a person can choose. The names of their regions are in their languages. */
export const locales = [
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-US',
  'en-ZA',
  'de-AT',
  'de-CH',
  'de-DE',
  'de-LI',
  'de-LU',
] as const satisfies readonly Locale[];

/** Returns the language of a tag, whatever its region, or undefined if it is none of ours. */
function findLanguage(tag: string): Language | undefined {
  if (tag === '*') return languages[0];
  const [name] = tag.split('-', 1);
  return languages.find((language) => language === name);
}

/** Returns the language of a stored tag. Defaults to English. */
export function toLanguage(tag: string): Language {
  return findLanguage(tag) ?? languages[0];
}

/** Matches the region of a tag in lower case, after the language and a script. */
const regionPattern = /^[a-z]+(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/;

/**
 * Returns the language that the browser prefers, by Accept-Language headers such as
 * `de-AT, en;q=0.5` (RFC 9110 section 12.5.4). Defaults to English.
 */
export function selectLanguage(acceptLanguage: readonly string[]): Language {
  return toLanguage(selectLocale(acceptLanguage));
}

/** Returns the language that the browser prefers, as `selectLanguage` does, with its region. */
export function selectLocale(acceptLanguage: readonly string[]): Locale {
  for (const name of listPreferredTags(acceptLanguage)) {
    const language = findLanguage(name);
    if (!language) continue;
    const region = findRegion(name);
    return region ? `${language}-${region}` : language;
  }
  return languages[0];
}

/** Returns the region of the language that the browser prefers, also if it is none of ours. */
export function selectRegion(acceptLanguage: readonly string[]): string | undefined {
  const [preferred = ''] = listPreferredTags(acceptLanguage);
  return findRegion(preferred);
}

/** Lists the accepted tags in lower case, the preferred one first. */
function listPreferredTags(acceptLanguage: readonly string[]): string[] {
  const accepted = parseWeightedNames(acceptLanguage).filter(({ weight }) => weight > 0);
  const byPreference = accepted.sort((one, other) => other.weight - one.weight);
  return byPreference.map(({ name }) => name);
}

/** Returns the region of a tag in lower case: `AT` for `de-at`. */
function findRegion(tag: string): string | undefined {
  return regionPattern.exec(tag)?.[1]?.toUpperCase();
}

/** Formats seconds to wait, rounded up, as in `1 minute`, `45 minutes` or `9 hours`. */
export function formatWait(seconds: number, language: Language): string {
  const minutes = Math.ceil(seconds / 60);
  const [amount, unit] =
    minutes < 120 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return getNumberFormat(language, options).format(amount);
}

/**
 * Formats a date or time. German dates do not break after the dot of the day, as in `5. November`.
 */
export function formatInLocale(
  time: Date | string,
  locale: Locale,
  options: Intl.DateTimeFormatOptions & { timeZone: string },
): string {
  const text = getDateFormat(locale, options).format(new Date(time));
  return keepDayWithMonth(text);
}

/** Keeps the day in one line with the month that follows its dot. */
export function keepDayWithMonth(date: string): string {
  return date.replace(/(\d\.) /g, '$1\u00a0');
}

/** Formats a date such as `2026-11-20` in the long form of a locale. */
export function formatLongDate(date: string, locale: Locale): string {
  return formatInLocale(date, locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/**
 * Formats a time such as `2026-11-20T12:00:00.000Z`, to the minute, in a time zone. Says how far
 * the time zone is ahead of UTC.
 */
export function formatLongTime(time: string, locale: Locale, timeZone = 'UTC'): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return `${formatInLocale(time, locale, options)} (${getUtcOffset(time, timeZone)})`;
}

/** Returns how far a time zone is ahead of UTC at a time: `UTC`, `UTC+1` or `UTC-3:30`. */
export function getUtcOffset(time: string, timeZone: string): string {
  const options = { timeZone, timeZoneName: 'shortOffset' } as const;
  const parts = getDateFormat('en', options).formatToParts(new Date(time));
  const name = parts.find(({ type }) => type === 'timeZoneName');
  return name?.value.replace(/^GMT(?:\+0$)?/, 'UTC') ?? 'UTC';
}

/** Returns the calendar date at a time in a time zone. */
export function toCalendarDate(time: Date | string, timeZone = 'UTC'): string {
  if (timeZone === 'UTC') return toUtcDate(new Date(time));
  const options = {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  } as const;
  const parts = getDateFormat('en-u-ca-gregory', options).formatToParts(new Date(time));
  const get = (type: 'year' | 'month' | 'day') =>
    parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year')}-${get('month')}-${get('day')}`;
}

/** Returns whether a text is the name of an IANA time zone, as in `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets, which know no daylight saving time.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
