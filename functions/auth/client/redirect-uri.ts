/** Matches the scheme, the host and the port of an http URI on this machine. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(?=[/?]|$)/;
/** Matches a scheme that contains a dot, e.g. `com.example.app:`. */
const privateUseScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:/;
export const printableAscii = /^[!-~]+$/;
/** Matches a parameter of a successful response, as `name=value`. */
const responseParameter = /^(code|state|iss)=/;
/** The parameters of successful and failed responses. */
const reservedNames = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/** Why redirect URIs cannot be registered, in the words of developers. */
export const redirectUriFaults = {
  relative: () => 'must be an absolute URI in printable ASCII',
  fragment: () => 'must not contain a fragment',
  wildcard: () => 'must not contain a wildcard; register each URI',
  credentials: () => 'must not contain a user name or password',
  reserved: (name: string) => `must not contain the reserved parameter ${name}`,
  insecure: () =>
    'must use https; http is allowed only for 127.0.0.1, [::1] and localhost',
  custom_scheme: () =>
    'must use https; custom schemes are allowed only for native applications',
  undotted_scheme: () => 'must use a scheme that contains a dot, e.g. com.example.app',
  not_normalized: (href: string) => `must be normalized: ${href}`,
};

/** A fault of a redirect URI, and what its text mentions. */
export interface RedirectUriFault {
  code: keyof typeof redirectUriFaults;
  detail: string;
}

/** Returns why a redirect URI cannot be registered, as a sentence without its subject. */
export function findRedirectUriProblem(uri: string, native: boolean): string | undefined {
  const fault = findRedirectUriFault(uri, native);
  return fault && redirectUriFaults[fault.code](fault.detail);
}

/**
 * Returns why a redirect URI cannot be registered, or undefined. Sources: RFC 6749 section 3.1.2,
 * RFC 9700 section 2.6 (https, or http on loopback), RFC 8252 sections 7 and 8.4 (private-use
 * schemes of native clients contain a dot).
 */
export function findRedirectUriFault(
  uri: string,
  native: boolean,
): RedirectUriFault | undefined {
  const isAbsolute = printableAscii.test(uri) && URL.canParse(uri);
  if (!isAbsolute) return toFault('relative');

  const fault = findComponentFault(uri) ?? findSchemeFault(uri, native);
  return fault ?? findNormalizationFault(uri);
}

function toFault(code: RedirectUriFault['code'], detail = ''): RedirectUriFault {
  return { code, detail };
}

function findComponentFault(uri: string): RedirectUriFault | undefined {
  if (uri.includes('#')) return toFault('fragment');
  if (uri.includes('*')) return toFault('wildcard');

  const { username, password, searchParams } = new URL(uri);
  if (username || password) return toFault('credentials');

  const reserved = reservedNames.find((name) => searchParams.has(name));
  return reserved === undefined ? undefined : toFault('reserved', reserved);
}

function findSchemeFault(uri: string, native: boolean): RedirectUriFault | undefined {
  if (uri.startsWith('https://') || loopback.test(uri)) return undefined;
  if (uri.startsWith('http:')) return toFault('insecure');
  if (!native) return toFault('custom_scheme');
  return privateUseScheme.test(uri) ? undefined : toFault('undotted_scheme');
}

/** Returns a fault if browsers would rewrite the URI, except for adding a slash at its end. */
function findNormalizationFault(uri: string): RedirectUriFault | undefined {
  const { href } = new URL(uri);
  const isNormal = href === uri || href === `${uri}/`;
  return isNormal ? undefined : toFault('not_normalized', href);
}

/** The fields of a client that decide which redirect URIs are valid. */
interface RedirectUriOwner {
  redirect_uris: readonly string[];
  native: boolean;
}

/**
 * Returns whether a redirect URI is registered, character for character. The port of a native
 * client's loopback URI does not count, because the system assigns it (RFC 8252 section 7.3).
 */
export function isRegisteredRedirectUri(
  uri: string,
  { redirect_uris, native }: RedirectUriOwner,
): boolean {
  if (redirect_uris.includes(uri)) return true;

  const isLoopback = loopback.test(uri) && URL.canParse(uri);
  if (!native || !isLoopback) return false;

  const registered = redirect_uris.filter((candidate) => loopback.test(candidate));
  return registered.map(removePort).includes(removePort(uri));
}

const removePort = (uri: string) => uri.replace(loopback, 'http://$1');

/** Adds query parameters to a URI, and leaves the rest of it unchanged byte for byte. */
export function addQueryParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    const encoded = encodeURIComponent(value.toWellFormed());
    pairs.push(`${name}=${encoded}`);
  }
  const separator = getQuerySeparator(uri);
  return uri + separator + pairs.join('&');
}

function getQuerySeparator(uri: string): string {
  if (!uri.includes('?')) return '?';
  const endsWithSeparator = uri.endsWith('?') || uri.endsWith('&');
  return endsWithSeparator ? '' : '&';
}

/**
 * Removes the parameters that our response added to a redirect URI. Some published client libraries
 * send the whole URI to which they were redirected as their `redirect_uri`.
 */
export function removeResponseParameters(uri: string): string {
  const queryStart = uri.indexOf('?');
  if (queryStart < 0) return uri;

  const base = uri.slice(0, queryStart);
  const pairs = uri.slice(queryStart + 1).split('&');
  const kept = pairs.filter((pair) => !responseParameter.test(pair));
  return kept.length > 0 ? `${base}?${kept.join('&')}` : base;
}
