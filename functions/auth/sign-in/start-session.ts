import {
  type Browser,
  serializeDeviceCookie,
  serializeSessionCookie,
} from '#functions/auth/browser/browser.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { type Identity, isUnchanged } from '#functions/auth/identity/identity.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import type { Table } from '#shared/table/table.ts';
import type { SignInMail } from './sign-in.mail.ts';

/** The store and the time of the request that starts a session. */
interface SessionStartContext {
  table: Table<'get' | 'put' | 'update' | 'delete'>;
  now: Date;
}

/** The token of a new session, and the Set-Cookie values of the session and the device. */
export interface NewSession {
  token: string;
  cookies: readonly string[];
}

/** The browser of the person, and the language of the mail about a new browser. */
export interface SignedInBrowser
  extends Pick<Browser, 'sessionToken' | 'device' | 'name'> {
  /** Without a language, no mail is sent. */
  mailLanguage?: string;
  /** Whether the person has chosen to stay signed in. */
  staysSignedIn?: boolean;
}

/**
 * Replaces the browser's session after the password was verified, and trusts the device. Returns
 * undefined if the identity changed meanwhile; then nobody is signed in.
 *
 * A password change and a disablement write the identity first, and then end the sessions that they
 * find. A session that is stored too late for them is ended here, because the second read finds the
 * changed identity (decision 0009).
 */
export async function startSession(
  { table, now }: SessionStartContext,
  identity: Identity,
  browser: SignedInBrowser,
): Promise<NewSession | undefined> {
  const deviceSecret = browser.device || newSecret();
  const device = { secret: deviceSecret, browser: browser.name };
  const [token] = await Promise.all([
    sessions.start(table, identity, now, browser),
    sessions.end(table, browser.sessionToken),
    trustedDevices.trust(
      table,
      identity,
      device,
      now,
      toMailAttributes(identity, browser),
    ),
  ]);

  const currentIdentity = await identities.findByEmail(table, identity.email);
  if (!isUnchanged(identity, currentIdentity)) {
    await sessions.end(table, token);
    return undefined;
  }

  const stay = browser.staysSignedIn ? { stays_signed_in: true as const } : {};
  const cookies = [
    serializeSessionCookie(token, sessions.getLifetime(stay)),
    serializeDeviceCookie(deviceSecret, trustedDevices.trustedDeviceLifetime),
  ];
  return { token, cookies };
}

/**
 * Returns the attributes that request the mail about a new browser. Returns no attributes if there
 * is no language for the mail.
 */
function toMailAttributes(
  { email }: Identity,
  { name, mailLanguage }: SignedInBrowser,
): Partial<MailAttributes> {
  if (mailLanguage === undefined) return {};
  return createMailAttributes<SignInMail>({
    template: 'new_browser',
    to: email,
    language: mailLanguage,
    browser: name,
  });
}
