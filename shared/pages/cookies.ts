/** A cookie of this host alone: no other host, no script and no other site's form can set, read or send it. */
type CookieName = `__Host-${string}`;

/** The value of a cookie in the request's Cookie headers; undefined where it is absent. */
export function readCookie(headers: readonly string[], name: CookieName): string | undefined {
  return headers
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** A Set-Cookie value; the cookie ends with the browser's session unless `maxAge` seconds are given. */
export function serializeCookie(name: CookieName, value: string, maxAge?: number): string {
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${lifetime}`;
}
