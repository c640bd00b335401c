/** Browsers accept a cookie with this prefix only from this host, over HTTPS and for every path. */
type CookieName = `__Host-${string}`;

/**
 * Returns the value of a cookie in the Cookie headers of a request, or undefined if it is missing.
 */
export function readCookie(
  headers: readonly string[],
  name: CookieName,
): string | undefined {
  const pairs = headers.flatMap((header) => header.split(';'));
  const pair = pairs.find((text) => text.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/** Returns a Set-Cookie value. It is a session cookie unless `maxAge` seconds are given. */
export function serializeCookie(
  name: CookieName,
  value: string,
  maxAge?: number,
): string {
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${lifetime}`;
}
