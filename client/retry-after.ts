/**
 * Returns the seconds in a `Retry-After` header, which is a number or a date (RFC 9110 section
 * 10.2.3). Returns undefined if the header is missing or malformed.
 */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);

  const seconds = Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
