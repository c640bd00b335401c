const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(?=[/?]|$)/;
const privateUse = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/;
const reserved = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * What keeps a redirect URI from being registered, as a sentence about it; undefined where nothing does. Source: RFC
 * 6749 section 3.1.2, RFC 9700 section 2.6 (https, or http on this machine only) and RFC 8252 sections 7 and 8.4 (a
 * native application may have a private-use scheme, which contains a dot). It must be what browsers make of it, so that
 * they go where the operator reads that they go.
 */
export function findRedirectUriProblem(uri: string, native: boolean): string | undefined {
  if (!/^[!-~]+$/.test(uri) || !URL.canParse(uri))
    return 'must be an absolute URI in printable ASCII';
  if (uri.includes('#')) return 'must not contain a fragment';
  if (uri.includes('*')) return 'must not contain a wildcard; register each URI';
  const { username, password, searchParams } = new URL(uri);
  if (username || password) return 'must not contain a user name or password';
  const taken = reserved.find((name) => searchParams.has(name));
  if (taken) return `must not contain the reserved parameter ${taken}`;
  return findSchemeProblem(uri, native) ?? findFormProblem(uri);
}

function findSchemeProblem(uri: string, native: boolean): string | undefined {
  if (uri.startsWith('https://') || loopback.test(uri)) return undefined;
  if (uri.startsWith('http:'))
    return 'must use https; http is allowed only for 127.0.0.1, [::1] and localhost';
  if (!native) return 'must use https; custom schemes are allowed only for native applications';
  return privateUse.test(uri)
    ? undefined
    : 'must use a scheme that contains a dot, e.g. com.example.app';
}

/** An address without a path is as good as one with a slash. */
function findFormProblem(uri: string): string | undefined {
  const { href } = new URL(uri);
  return href === uri || href === `${uri}/` ? undefined : `must be normalized: ${href}`;
}

/**
 * Whether an application may be answered at `uri`: one of its registered URIs, character for character; for a native
 * application on this machine at any port, since the system assigns it (RFC 8252 section 7.3).
 */
export function isRegisteredRedirectUri(
  uri: string,
  { redirect_uris, native }: { redirect_uris: readonly string[]; native: boolean },
): boolean {
  if (redirect_uris.includes(uri)) return true;
  if (!native || !loopback.test(uri) || !URL.canParse(uri)) return false;
  const portless = (of: string) => of.replace(loopback, 'http://$1');
  return redirect_uris.some((known) => loopback.test(known) && portless(known) === portless(uri));
}

/** A URI with further query parameters; what it had stays byte for byte. */
export function addQueryParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
  const joint = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return uri + joint + query;
}

/**
 * A URI without the parameters that our own answer added to it: a public client sends the whole address that it was
 * called at (decision A4).
 */
export function removeResponseParameters(uri: string): string {
  const mark = uri.indexOf('?');
  if (mark < 0) return uri;
  const pairs = uri.slice(mark + 1).split('&');
  const kept = pairs.filter((pair) => !/^(code|state|iss)=/.test(pair));
  return kept.length > 0 ? `${uri.slice(0, mark)}?${kept.join('&')}` : uri.slice(0, mark);
}
