import type { HeaderLines, RequestHead } from './message.ts';

/**
 * Removes `Strict-Transport-Security` if clients use http, because browsers must not get it without
 * TLS (RFC 6797 section 7.2).
 */
export function removeHstsUnlessTls(
  headers: HeaderLines,
  scheme: RequestHead['scheme'],
): HeaderLines {
  if (scheme === 'https') return headers;
  return headers.filter(([name]) => name.toLowerCase() !== 'strict-transport-security');
}
