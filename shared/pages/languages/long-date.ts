/**
 * Formats a date such as `2026-11-20` in the long form of a language. Creates the formatter on each
 * call, because creating it at load time would slow every cold start by several milliseconds.
 */
export function formatLongDate(date: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(date));
}
