/** The headers of every response (wire.md M16): no browser guesses the content type. */
export const contentSecurity = { 'X-Content-Type-Options': 'nosniff' } as const;

/** The headers of a response over https: browsers use https for this host for a year (RFC 6797). */
export const transportSecurity = {
  'Strict-Transport-Security': 'max-age=31536000',
} as const;

/** Returns the security headers of a response by the scheme of its request. */
export function getSecurityHeaders(
  scheme: 'http' | 'https',
): Readonly<Record<string, string>> {
  return scheme === 'https'
    ? { ...contentSecurity, ...transportSecurity }
    : contentSecurity;
}
