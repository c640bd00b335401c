import { toDigest } from '#shared/auth/secrets.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Identity } from '../identity/identity.ts';

/** How long a browser is remembered after a sign-in, in seconds: as long as browsers keep a cookie. */
export const trustedDeviceLifetime = 400 * 24 * 60 * 60;

interface TrustedDevice {
  expires_at: number;
  ttl: number;
}

/**
 * A browser is known for a password, whose hash has a salt of its own: once it is changed, every browser is a stranger,
 * also one that was stolen. Whoever reads the store learns neither the browser's secret nor whose account it is.
 */
const toTableKey = (signIn: Identity | undefined, secret: string) =>
  keys.trustedDevice(toDigest(JSON.stringify([signIn?.user_id, signIn?.password_hash, secret])));

/** Whether this person, with this password, signed in before in the browser of that secret, as far as is remembered. */
export async function isTrusted(
  table: Table<'get'>,
  signIn: Identity | undefined,
  secret: string,
  now: Date,
): Promise<boolean> {
  if (secret === '') return false;
  const known = await table.get<TrustedDevice>(toTableKey(signIn, secret));
  return known !== undefined && known.expires_at > epochSeconds(now);
}

/** Remembers that a person signed in in the browser of that secret. */
export async function trust(
  table: Table<'update'>,
  signIn: Identity,
  secret: string,
  now: Date,
): Promise<void> {
  const expires_at = epochSeconds(now) + trustedDeviceLifetime;
  const set = { expires_at, ttl: expires_at };
  await table.update(
    toTableKey(signIn, secret),
    { set },
    { expires_at: belowOrAbsent(expires_at) },
  );
}
