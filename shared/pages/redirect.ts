/** A response that redirects the browser. */
export type Redirect = ReturnType<typeof redirect>;

/**
 * Returns a redirect that the browser follows with a GET (RFC 9700 section 4.12) and does not
 * cache.
 */
export function redirect(location: string, cookies: readonly string[] = []) {
  return {
    status: 303 as const,
    headers: {
      Location: location,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
    cookies,
  };
}
