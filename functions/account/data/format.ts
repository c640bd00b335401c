import type { Locale } from '#shared/pages/language.ts';

/** Creates the functions that format amounts and dates in a locale. */
export function createFormats(locale: Locale) {
  const format = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value);
  const whole = { maximumFractionDigits: 0 };
  return {
    /** Calories (kcal). */
    energy: (calories: number) => `${format(calories, whole)} kcal`,
    /** Seconds, as hours and minutes. */
    duration(seconds: number): string {
      const minutes = Math.round(seconds / 60);
      const hours = Math.floor(minutes / 60);
      return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
    },
    /** Meters, as kilometers. */
    distance: (meters: number) =>
      `${format(meters / 1000, { maximumFractionDigits: 1 })} km`,
    /** A number with at most two decimal places. */
    amount: (value: number) => format(value, { maximumFractionDigits: 2 }),
    /** A time with an offset, as the time at the place, e.g. `2:36 AM (UTC+13)`. */
    startTime(time: string): string {
      const offset = /(?:[+-]\d\d:\d\d)?$/.exec(time)?.[0] ?? '';
      const localTime = new Date(`${time.slice(0, 'yyyy-mm-ddThh:mm'.length)}Z`);
      const options = { timeStyle: 'short', timeZone: 'UTC' } as const;
      const text = new Intl.DateTimeFormat(locale, options).format(localTime);
      return `${text} (UTC${formatOffset(offset)})`;
    },
    /** A date without its year. */
    shortDate(date: string): string {
      const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
      return new Intl.DateTimeFormat(locale, options).format(new Date(date));
    },
    /** Two dates with their years, as in `October 24 – November 22, 2026`. */
    dateRange(first: string, last: string): string {
      const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
      const range = new Intl.DateTimeFormat(locale, options);
      return range.formatRange(new Date(first), new Date(last));
    },
    /** The month of a date, with its year. */
    month(date: string): string {
      const options = { year: 'numeric', month: 'short', timeZone: 'UTC' } as const;
      return new Intl.DateTimeFormat(locale, options).format(new Date(date));
    },
  };
}

/** Shortens an offset such as `+13:00` or `-03:30` to `+13` or `-3:30`, and zero to nothing. */
function formatOffset(offset: string): string {
  const shortened = offset.replace(/^([+-])0/, '$1').replace(/:00$/, '');
  return /^[+-]0$/.test(shortened) ? '' : shortened;
}

/** The functions that format amounts and dates in one locale. */
export type Formats = ReturnType<typeof createFormats>;

/** Formats a value, or returns a dash if it is unknown. */
export function formatKnown(
  value: number | null,
  format: (value: number) => string,
): string {
  return value === null ? '–' : format(value);
}
