import { newSecret } from '#shared/auth/secrets.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type Browser,
  serializeDeviceCookie,
  serializeSessionCookie,
} from '../browser/browser.ts';
import * as identities from '../identity/identity.store.ts';
import { type Identity, isUnchanged } from '../identity/identity.ts';
import * as sessions from '../session/session.store.ts';
import * as trustedDevices from './trusted-device.store.ts';

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

/**
 * Replaces the browser's session after the password was verified, and trusts the device. Returns
 * undefined if the identity changed meanwhile; then nobody is signed in.
 *
 * A password change or a disablement writes the identity first and then ends the sessions. A
 * session that starts at the same time is ended either there or by the second read here (decision
 * record 9).
 */
export async function startSession(
  { table, now }: SessionStartContext,
  email: string,
  identity: Identity,
  browser: Pick<Browser, 'session' | 'device'>,
): Promise<NewSession | undefined> {
  const device = browser.device || newSecret();
  const [token] = await Promise.all([
    sessions.start(table, identity, now),
    sessions.end(table, browser.session),
    trustedDevices.trust(table, identity, device, now),
  ]);

  const current = await identities.findByEmail(table, email);
  if (!isUnchanged(identity, current)) {
    await sessions.end(table, token);
    return undefined;
  }

  const cookies = [
    serializeSessionCookie(token, sessions.sessionLifetime),
    serializeDeviceCookie(device, trustedDevices.trustedDeviceLifetime),
  ];
  return { token, cookies };
}
