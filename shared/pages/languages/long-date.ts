/** Formats a time such as `2026-11-20T12:00:00.000Z`, to the minute, in UTC. */
export function formatLongTime(time: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(time))} (UTC)`;
}

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
