import { createHmac } from 'node:crypto';

/**
 * A token that only a page served to this browser can carry: keyed with a cookie's secret, and bound to what the form
 * is for (OWASP's signed double-submit cookie).
 */
export function createFormToken(secret: string, ...bindings: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(bindings)).digest('base64url');
}

/**
 * Whether a request can have come from a page of that address, as far as the browser says so: a browser that says
 * nothing passes, one that names another site does not.
 */
export function isSameOrigin(
  header: (name: string) => readonly string[],
  address: string,
): boolean {
  const { origin } = new URL(address);
  return (
    header('origin').every((sent) => sent === origin) &&
    header('sec-fetch-site').every((site) => site === 'same-origin' || site === 'none')
  );
}
