import { newSecret } from '#shared/auth/secrets.ts';
import type { Table } from '#shared/table/table.ts';
import { type Browser, serializeDeviceCookie, serializeSessionCookie } from '../browser/browser.ts';
import * as identities from '../identity/identity.store.ts';
import { type Identity, isUnchanged } from '../identity/identity.ts';
import * as sessions from '../session/session.store.ts';
import * as trustedDevices from './trusted-device.store.ts';

/** The request in which somebody is let in. */
interface SessionStart {
  table: Table<'get' | 'put' | 'update' | 'delete'>;
  now: Date;
}

/** A session that was started, and the cookies by which the browser will be known. */
export interface NewSession {
  session: string;
  cookies: readonly string[];
}

/**
 * Starts a session in place of the browser's own for somebody whose password was right, and then looks at their sign-in
 * once more. Whoever changes a password, or disables a person, does that first and ends the sessions next: so a session
 * that starts meanwhile either is ended by them, or finds here what they did (decision record 9). Undefined where the
 * sign-in does not hold any more; then nobody is signed in.
 */
export async function startSession(
  { table, now }: SessionStart,
  email: string,
  signIn: Identity,
  browser: Pick<Browser, 'session' | 'device'>,
): Promise<NewSession | undefined> {
  const device = browser.device || newSecret();
  const [session] = await Promise.all([
    sessions.start(table, signIn, now),
    sessions.end(table, browser.session),
    trustedDevices.trust(table, signIn, device, now),
  ]);
  if (!isUnchanged(signIn, await identities.findByEmail(table, email))) {
    await sessions.end(table, session);
    return undefined;
  }
  return {
    session,
    cookies: [
      serializeSessionCookie(session, sessions.sessionLifetime),
      serializeDeviceCookie(device, trustedDevices.trustedDeviceLifetime),
    ],
  };
}
