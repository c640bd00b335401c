/** An answer that sends the browser on with a GET, whatever it came with (RFC 9700 section 4.12), and is kept nowhere. */
export function redirect(location: string, cookies: readonly string[] = []) {
  return {
    status: 303 as const,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    cookies,
  };
}
