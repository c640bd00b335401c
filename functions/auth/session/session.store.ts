import { matchesDigest, newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { exists, is, isNew } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** How long a person stays signed in at a browser, in seconds. */
export const sessionLifetime = 12 * 60 * 60;

/** A person signed in at one browser. */
export interface Session {
  user_id: string;
  username: string;
  digest: string;
  created_datetime: string;
  /** Seconds since 1970; the store's own expiry comes later and is no clock. */
  expires_at: number;
  ttl: number;
}

/** Starts a session and gives the token that its cookie carries. */
export async function start(
  table: Table<'put'>,
  { user_id, username }: Pick<Session, 'user_id' | 'username'>,
  now: Date,
): Promise<string> {
  const token = { user_id, id: newId(now), secret: newSecret() };
  const expires_at = epochSeconds(now) + sessionLifetime;
  const session: Session = {
    user_id,
    username,
    digest: toDigest(token.secret),
    created_datetime: now.toISOString(),
    expires_at,
    ttl: expires_at,
  };
  await table.put({ ...keys.session(user_id, token.id), ...session }, isNew);
  return formatToken('session', token);
}

/** The session of a cookie's token, as long as it lives. */
export async function find(
  table: Table<'get'>,
  cookie: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  const token = parseToken('session', cookie ?? '');
  if (!token) return undefined;
  const session = await table.get<Session>(keys.session(token.user_id, token.id));
  return session &&
    matchesDigest(token.secret, session.digest) &&
    session.expires_at > epochSeconds(now)
    ? session
    : undefined;
}

/** Ends the session of a cookie's token, if there is one. */
export async function end(table: Table<'delete'>, cookie: string | undefined): Promise<void> {
  const token = parseToken('session', cookie ?? '');
  if (!token) return;
  await table.delete(keys.session(token.user_id, token.id), { digest: is(toDigest(token.secret)) });
}

/** Ends all sessions of a person, but for that of the cookie's token `kept`. */
export async function endAllOfUser(
  table: Table<'query' | 'delete'>,
  user_id: string,
  kept?: string,
): Promise<void> {
  const token = parseToken('session', kept ?? '');
  const keptKey = token && keys.session(user_id, token.id).sk;
  const sessions = await table.query<Key>(keys.sessions(user_id));
  const ended = sessions.filter(({ sk }) => sk !== keptKey);
  await Promise.all(ended.map(({ pk, sk }) => table.delete({ pk, sk }, exists)));
}
