import { isEqualInConstantTime, newSecret, toDigest } from '#shared/auth/secrets.ts';
import type { Fail } from '#shared/http/handler.ts';
import { readCookie, serializeCookie } from '#shared/pages/cookies.ts';
import { createFormToken, isSameOrigin } from '#shared/pages/forms.ts';

type Header = (name: string) => readonly string[];

const browserCookie = '__Host-fit_form';
const sessionCookie = '__Host-fit_session';
const deviceCookie = '__Host-fit_device';

/** What a browser showed: the secret that our pages gave it, the token of its session, and its long-lived secret. */
export interface Browser {
  secret: string;
  session: string;
  /** By which it is known to be one in which somebody was signed in before. */
  device: string;
}

/** The browser of a request; a part is empty where it brought none. */
export function readBrowser(header: Header): Browser {
  const cookies = header('cookie');
  const secretIn = (name: `__Host-${string}`) =>
    /^[0-9a-z]{52}$/.exec(readCookie(cookies, name) ?? '')?.[0] ?? '';
  return {
    secret: secretIn(browserCookie),
    session: readCookie(cookies, sessionCookie) ?? '',
    device: secretIn(deviceCookie),
  };
}

/** The browser's secret, and the cookie that gives it one where it has none. */
export function ensureBrowserSecret(header: Header): {
  secret: string;
  cookies: readonly string[];
} {
  const { secret } = readBrowser(header);
  if (secret) return { secret, cookies: [] };
  const fresh = newSecret();
  return { secret: fresh, cookies: [serializeCookie(browserCookie, fresh)] };
}

/** The cookie of a new session. */
export function serializeSessionCookie(token: string, lifetimeSeconds: number): string {
  return serializeCookie(sessionCookie, token, lifetimeSeconds);
}

/** The cookie by which a browser is known again, long after its session. */
export function serializeDeviceCookie(secret: string, lifetimeSeconds: number): string {
  return serializeCookie(deviceCookie, secret, lifetimeSeconds);
}

/** What a form of ours is for. All but the first belong to the session of who is signed in. */
type FormPurpose = 'sign-in' | 'consent' | 'account';

/** The token of a form for this browser and its session only; `reference` is what else the form is about. */
export function getFormToken(
  purpose: FormPurpose,
  { secret, session }: Pick<Browser, 'secret' | 'session'>,
  reference = '',
): string {
  return createFormToken(secret, purpose, reference, purpose === 'sign-in' ? '' : session);
}

/** A form that was sent, by its token, and what it should be. */
interface SentForm {
  token: string;
  purpose: FormPurpose;
  browser: Browser;
  reference?: string;
}

interface Call {
  header: Header;
  addresses: { auth: string };
}

/** Whether a form was sent from our own page, with the token that was served in it. */
export function hasValidFormToken(
  { header, addresses }: Call,
  { token, purpose, browser, reference }: SentForm,
): boolean {
  const expected = getFormToken(purpose, browser, reference);
  return (
    browser.secret !== '' &&
    isEqualInConstantTime(toDigest(token), toDigest(expected)) &&
    isSameOrigin(header, addresses.auth)
  );
}

/** Throws `invalid_form_token` where it was not. */
export function requireFormToken(
  call: Call & { fail: Fail<'invalid_form_token'> },
  form: SentForm,
): void {
  if (!hasValidFormToken(call, form)) throw call.fail('invalid_form_token');
}
