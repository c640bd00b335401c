import { serializeSessionCookie } from '#functions/auth/browser/browser.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { readLocale } from '#functions/auth/language/language.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import type { HeaderReader } from '#shared/http/headers.ts';
import { type Language, type Locale, toLanguage } from '#shared/pages/language.ts';
import type { Table } from '#shared/table/table.ts';

/** The user who is signed in in a browser, and the language of the pages that they see. */
export interface SignedInUser {
  session: sessions.Session;
  /** The profile with the user's settings. */
  profile: UserProfile;
  language: Language;
  /** The language with its region, as the user has chosen it, or else as the browser asks. */
  locale: Locale;
}

interface SignedInRequest {
  table: Table<'get'>;
  header: HeaderReader;
  now: Date;
}

/**
 * Returns the user of a session, or undefined if nobody is signed in. A disabled user is not: the
 * command can be interrupted before it ends the sessions. The settings are read with each page, at
 * the same time as the session, so that every browser has new ones at once.
 */
export async function findSignedInUser(
  { table, header, now }: SignedInRequest,
  sessionToken: string,
): Promise<SignedInUser | undefined> {
  const [session, profile] = await Promise.all([
    sessions.find(table, sessionToken, now),
    findProfile(table, sessionToken),
  ]);
  if (!session || !isEnabled(profile)) return undefined;

  const locale = profile.locale ?? readLocale(header);
  return { session, profile, language: toLanguage(locale), locale };
}

/** Returns the profile of the user whom a token names, whether or not its session is valid. */
async function findProfile(
  table: Table<'get'>,
  sessionToken: string,
): Promise<UserProfile | undefined> {
  const token = parseToken('session', sessionToken);
  return token && identities.findProfile(table, token.user_id);
}

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
