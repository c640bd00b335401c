import type { CallResponse } from './outgoing.ts';

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/**
 * Returns the seconds in a `Retry-After` header, which is a number or a date (RFC 9110 section
 * 10.2.3). Returns undefined if it is missing or invalid.
 */
export function readRetryAfter(
  { header }: Pick<CallResponse, 'header'>,
  now: Date,
): number | undefined {
  const value = header('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);

  // `Date.parse` accepts much more than dates, e.g. `-1`.
  const at = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
