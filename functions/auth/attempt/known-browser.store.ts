import { digestOf } from '../../../shared/auth/secrets.ts';
import { epochSeconds } from '../../../shared/runtime/time.ts';
import { belowOrAbsent } from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table } from '../../../shared/table/table.ts';
import { normalizeEmail } from '../user/user.ts';

/** How long a browser is remembered after a sign-in, in seconds: as long as browsers keep a cookie. */
export const browserLifetime = 400 * 24 * 60 * 60;

interface KnownBrowser {
  expires_at: number;
  ttl: number;
}

/** Whoever reads the store learns neither the browser's secret nor whose account it is. */
const keyOf = (email: string, secret: string) =>
  keys.knownBrowser(digestOf(JSON.stringify([normalizeEmail(email), secret])));

/** Whether somebody was signed in to the account in the browser of that secret, as far as it is remembered. */
export async function isKnown(
  table: Table<'get'>,
  email: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  if (secret === '') return false;
  const known = await table.get<KnownBrowser>(keyOf(email, secret));
  return known !== undefined && known.expires_at > epochSeconds(now);
}

/** Remembers that somebody signed in to the account in the browser of that secret. */
export async function remember(
  table: Table<'update'>,
  email: string,
  secret: string,
  now: Date,
): Promise<void> {
  const expires_at = epochSeconds(now) + browserLifetime;
  const set = { expires_at, ttl: expires_at };
  await table.update(keyOf(email, secret), { set }, { expires_at: belowOrAbsent(expires_at) });
}
