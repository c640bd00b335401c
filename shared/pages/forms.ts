import { createHmac } from 'node:crypto';

/**
 * Returns a CSRF token: keyed with the secret of a cookie and bound to the purpose of the form
 * (OWASP's signed double-submit cookie).
 */
export function createFormToken(secret: string, ...bindings: readonly string[]): string {
  const hmac = createHmac('sha256', secret);
  return hmac.update(JSON.stringify(bindings)).digest('base64url');
}

/**
 * Returns false if Origin or Sec-Fetch-Site names another origin than `url`. Returns true if
 * the browser sends neither header.
 */
export function isSameOrigin(
  header: (name: string) => readonly string[],
  url: string,
): boolean {
  const { origin } = new URL(url);
  const hasOwnOrigin = header('origin').every((sent) => sent === origin);
  // `none` means that the person opened the page, e.g. by a bookmark.
  const isFirstParty = header('sec-fetch-site').every(
    (site) => site === 'same-origin' || site === 'none',
  );
  return hasOwnOrigin && isFirstParty;
}
