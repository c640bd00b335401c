import { newSecret } from '#shared/auth/secrets.ts';
import type { HeaderReader } from '#shared/http/headers.ts';

const browserCookie = '__Host-fit_form';
const sessionCookie = '__Host-fit_session';
const deviceCookie = '__Host-fit_device';

/** Matches a secret: 256 bits in base 32. */
const secretPattern = /^[0-9a-z]{52}$/;

/** The browser of a request. The value of a missing or malformed cookie is empty. */
export interface Browser {
  /** Identifies the browser until it is closed. Form tokens are derived from it. */
  secret: string;
  /** The token of the sign-in session. */
  sessionToken: string;
  /** Identifies a trusted device. */
  device: string;
  /** The kind of browser, as in `Firefox, Windows`. Empty if unknown. */
  name: string;
}

/** Reads our cookies and the User-Agent header from a request. */
export function readBrowser(header: HeaderReader): Browser {
  const cookies = header('cookie');
  const [userAgent] = header('user-agent');
  return {
    secret: parseSecret(readCookie(cookies, browserCookie)),
    sessionToken: readCookie(cookies, sessionCookie) ?? '',
    device: parseSecret(readCookie(cookies, deviceCookie)),
    name: getBrowserName(userAgent),
  };
}

function parseSecret(value = ''): string {
  return secretPattern.test(value) ? value : '';
}

/** The cookies of a browser that has a secret, and the Set-Cookie values that it needs. */
interface IdentifiedBrowser {
  browser: Browser;
  cookies: readonly string[];
}

/** Reads the browser as `readBrowser` does, and creates a secret if the browser has none. */
export function identifyBrowser(header: HeaderReader): IdentifiedBrowser {
  const browser = readBrowser(header);
  if (browser.secret) return { browser, cookies: [] };
  const secret = newSecret();
  return {
    browser: { ...browser, secret },
    cookies: [serializeCookie(browserCookie, secret)],
  };
}

/** Returns the Set-Cookie value of a session token. */
export function serializeSessionCookie(token: string, maxAgeSeconds: number): string {
  return serializeCookie(sessionCookie, token, maxAgeSeconds);
}

/** Returns the Set-Cookie value of a trusted device. */
export function serializeDeviceCookie(secret: string, maxAgeSeconds: number): string {
  return serializeCookie(deviceCookie, secret, maxAgeSeconds);
}

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

/** A name, and the text in a User-Agent header that reveals it. */
interface UserAgentPattern {
  name: string;
  pattern: RegExp;
}

/** The first match counts: most browsers also name the browsers that they are compatible with. */
const browsers: readonly UserAgentPattern[] = [
  { name: 'Edge', pattern: /\bEdg(e|A|iOS)?\// },
  { name: 'Opera', pattern: /\bOPR\// },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\// },
  { name: 'Firefox', pattern: /\b(Firefox|FxiOS)\// },
  { name: 'Chrome', pattern: /(Chrome|CriOS)\// },
  { name: 'Safari', pattern: /\bSafari\// },
];

const systems: readonly UserAgentPattern[] = [
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'iOS', pattern: /\b(iPhone|iPad|iPod)\b/ },
  { name: 'Windows', pattern: /\bWindows\b/ },
  { name: 'macOS', pattern: /\bMac OS X\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'Linux', pattern: /\bLinux\b/ },
];

function findName(
  userAgent: string,
  patterns: readonly UserAgentPattern[],
): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(userAgent))?.name;
}

/**
 * Returns the kind of browser and its operating system, as in `Firefox, Windows`. Omits what is
 * unknown, so the name can be empty.
 */
export function getBrowserName(userAgent = ''): string {
  const names = [findName(userAgent, browsers), findName(userAgent, systems)];
  return names.filter((name) => name !== undefined).join(', ');
}
