import { serializeSessionCookie } from '#functions/auth/browser/browser.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { Table } from '#shared/table/table.ts';

interface SessionUse {
  table: Table<'update'>;
  now: Date;
}

/**
 * Extends the session of a person who stays signed in, once a day, and returns the Set-Cookie
 * values for it. Other sessions and other requests of the day need no write and no cookie.
 */
export async function staySignedIn(
  { table, now }: SessionUse,
  session: sessions.Session,
  sessionToken: string,
): Promise<readonly string[]> {
  const isExtended = await sessions.extend(table, session, now);
  if (!isExtended) return [];
  return [serializeSessionCookie(sessionToken, sessions.getLifetime(session))];
}
