import { matchesDigest, newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';
import { daySeconds, toEpochSeconds, toUtcDate } from '#shared/runtime/time.ts';
import { equals, exists, isNew } from '#shared/table/condition.ts';
import { deleteEach } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { sessionKeys } from './session.keys.ts';

/**
 * Lifetimes of sessions in seconds: since the sign-in, or since the last use if the person has
 * chosen to stay signed in.
 */
const lifetimes = { usual: 12 * 60 * 60, stayingSignedIn: 30 * daySeconds };

/** Returns the lifetime of a session in seconds. */
export function getLifetime({
  stays_signed_in,
}: Pick<Session, 'stays_signed_in'>): number {
  return stays_signed_in ? lifetimes.stayingSignedIn : lifetimes.usual;
}

/** The session of a user in one browser. */
export interface Session {
  id: string;
  user_id: string;
  /** The digest of the token's secret. */
  digest: string;
  /** The generation of access (`Identity`) to which the session belongs. */
  access_generation: number;
  /** The kind of browser, as in `Firefox, Windows`. Empty if unknown. */
  browser: string;
  created_datetime: string;
  /** Present if the person has chosen to stay signed in. Each day of use extends the session. */
  stays_signed_in?: true;
  /** The day (UTC) of the last use. Only sessions that stay have it. */
  last_used_on?: string;
  /** Seconds since 1970. The table may delete the item later than that. */
  expires_at: number;
  ttl: number;
}

/** The user who signs in. Without an `access_generation` it is 0. */
type OwnerOfSession = Pick<Session, 'user_id'> &
  Partial<Pick<Session, 'access_generation'>>;

/** The browser of a new session. */
interface SessionBrowser {
  /** Its kind. Defaults to unknown. */
  name?: string;
  /** Whether the person has chosen to stay signed in. Defaults to false. */
  staysSignedIn?: boolean | undefined;
}

/** Starts a session and returns its token for the cookie. */
export async function start(
  table: Table<'put'>,
  { user_id, access_generation = 0 }: OwnerOfSession,
  now: Date,
  { name: browser = '', staysSignedIn = false }: SessionBrowser = {},
): Promise<string> {
  const token = {
    user_id,
    id: newId(now),
    secret: newSecret(),
  };
  const stay = staysSignedIn
    ? { stays_signed_in: true as const, last_used_on: toUtcDate(now) }
    : {};
  const expires_at = toEpochSeconds(now) + getLifetime(stay);
  const session: Session = {
    id: token.id,
    user_id,
    digest: toDigest(token.secret),
    access_generation,
    browser,
    created_datetime: now.toISOString(),
    ...stay,
    expires_at,
    ttl: expires_at,
  };
  const key = sessionKeys.session(user_id, token.id);
  await table.put({ ...key, ...session }, isNew);
  return formatToken('session', token);
}

/** Returns the session of a token, or undefined if it has ended. */
export async function find(
  table: Table<'get'>,
  sessionToken: string,
  now: Date,
): Promise<Session | undefined> {
  const token = parseToken('session', sessionToken);
  if (!token) return undefined;

  const key = sessionKeys.session(token.user_id, token.id);
  const session = await table.get<Session>(key);
  if (!session || !matchesDigest(token.secret, session.digest)) return undefined;

  const isExpired = session.expires_at <= toEpochSeconds(now);
  return isExpired ? undefined : session;
}

/**
 * Extends a session that stays signed in, at most once a day. Returns whether the session was
 * extended, so that the cookie has to be, too.
 */
export async function extend(
  table: Table<'update'>,
  session: Session,
  now: Date,
): Promise<boolean> {
  const last_used_on = toUtcDate(now);
  if (!session.stays_signed_in || session.last_used_on === last_used_on) return false;

  const expires_at = toEpochSeconds(now) + getLifetime(session);
  const change = { set: { last_used_on, expires_at, ttl: expires_at } };
  const key = sessionKeys.session(session.user_id, session.id);
  const { done } = await table.update(key, change, exists);
  return done;
}

/**
 * Keeps the item of a session until `ttl` (seconds since 1970), also after it has expired. If the
 * item is missing before that, the session was ended. Returns false if it has been ended already.
 */
export async function keepUntil(
  table: Table<'update'>,
  { user_id, id, expires_at }: Session,
  ttl: number,
): Promise<boolean> {
  const change = { set: { ttl: Math.max(ttl, expires_at) } };
  const { done } = await table.update(sessionKeys.session(user_id, id), change, exists);
  return done;
}

/** Lists the sessions of a user that have not expired, the oldest first. */
export async function listActive(
  table: Table<'query'>,
  user_id: string,
  now: Date,
): Promise<Session[]> {
  const sessions = await table.query<Session>(sessionKeys.sessions(user_id));
  return sessions.filter(({ expires_at }) => expires_at > toEpochSeconds(now));
}

/** Ends one session of a user. Returns whether it existed. */
export function endById(
  table: Table<'delete'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  return table.delete(sessionKeys.session(user_id, id), exists);
}

/** Ends the session of a token, if it exists. */
export async function end(table: Table<'delete'>, sessionToken: string): Promise<void> {
  const token = parseToken('session', sessionToken);
  if (!token) return;

  const key = sessionKeys.session(token.user_id, token.id);
  const isSameSession = { digest: equals(toDigest(token.secret)) };
  await table.delete(key, isSameSession);
}

/**
 * Ends all sessions of a user, except the session of the token `keptToken`: a query, and a
 * transaction for each 100 sessions. Returns whether there were any.
 */
export async function endAllOfUser(
  table: Table<'query' | 'delete' | 'transact'>,
  user_id: string,
  keptToken = '',
): Promise<boolean> {
  const parsedToken = parseToken('session', keptToken);
  const keptSortKey = parsedToken && sessionKeys.session(user_id, parsedToken.id).sk;
  const sessions = await table.query<Key>(sessionKeys.sessions(user_id));
  const otherSessions = sessions.filter(({ sk }) => sk !== keptSortKey);
  await deleteEach(table, otherSessions);
  return otherSessions.length > 0;
}

/** Ends the sessions of a user that began at `datetime` or later, and those with these ids. */
export async function endSince(
  table: Table<'query' | 'delete' | 'transact'>,
  user_id: string,
  datetime: string,
  ids: readonly (string | undefined)[],
): Promise<void> {
  const sessions = await table.query<Key & Session>(sessionKeys.sessions(user_id));
  const ended = sessions.filter(
    ({ id, created_datetime }) => created_datetime >= datetime || ids.includes(id),
  );
  await deleteEach(table, ended);
}
