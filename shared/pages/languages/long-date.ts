/**
 * A date, given as `2026-11-20`, as it is written out in a language. What it takes is made when it is needed: made at the
 * start it would cost every function, of which few show a date, several milliseconds.
 */
export function formatLongDate(date: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(date),
  );
}
