import type { CallResponse } from './outgoing.ts';

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/**
 * Returns the seconds in a `Retry-After` header, which is a number or a date (RFC 9110 section
 * 10.2.3). A date counts from the `Date` header, because the clock of the other service may differ
 * from ours. Returns undefined if the header is missing or invalid.
 */
export function readRetryAfter(
  { header }: Pick<CallResponse, 'header'>,
  now: Date,
): number | undefined {
  const value = header('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);

  const retryAt = parseHttpDate(value);
  if (retryAt === undefined) return undefined;
  const sentAt = parseHttpDate(header('date')) ?? now.getTime();
  return Math.max(0, Math.ceil((retryAt - sentAt) / 1000));
}

/** Returns a date in epoch milliseconds. `Date.parse` accepts much more than dates, e.g. `-1`. */
function parseHttpDate(value: string | undefined): number | undefined {
  const time = value && httpDate.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
