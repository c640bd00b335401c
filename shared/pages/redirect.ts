/** A response that redirects the browser. */
export type Redirect = ReturnType<typeof redirect>;

/** The headers of every redirect: it is not cached, and its target does not learn the URL. */
export const redirectHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Returns a redirect that the browser follows with a GET (RFC 9700 section 4.12) and does not
 * cache.
 */
export function redirect(location: string, cookies: readonly string[] = []) {
  return {
    status: 303 as const,
    headers: { Location: location, ...redirectHeaders },
    cookies,
  };
}
