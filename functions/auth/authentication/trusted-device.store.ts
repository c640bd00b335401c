import { toDigest } from '#shared/auth/secrets.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent } from '#shared/table/condition.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Identity } from '../identity/identity.ts';

/** How long a device stays trusted after a sign-in, in seconds. Browsers limit cookies to it. */
export const trustedDeviceLifetime = 400 * 24 * 60 * 60;

interface TrustedDevice {
  expires_at: number;
  ttl: number;
}

/**
 * Returns the key of a user's trusted device. It depends on the salted password hash, so a password
 * change revokes all devices. The digest reveals neither the user nor the secret of the device.
 */
function toTableKey(identity: Identity | undefined, device: string): Key {
  const parts = [identity?.user_id, identity?.password_hash, device];
  return keys.trustedDevice(toDigest(JSON.stringify(parts)));
}

/** Returns whether the user signed in on the device before, with the current password. */
export async function isTrusted(
  table: Table<'get'>,
  identity: Identity | undefined,
  device: string,
  now: Date,
): Promise<boolean> {
  if (device === '') return false;
  const key = toTableKey(identity, device);
  const found = await table.get<TrustedDevice>(key);
  if (!found) return false;
  return found.expires_at > toEpochSeconds(now);
}

/** Trusts a device on which the user has signed in. */
export async function trust(
  table: Table<'update'>,
  identity: Identity,
  device: string,
  now: Date,
): Promise<void> {
  const expires_at = toEpochSeconds(now) + trustedDeviceLifetime;
  const key = toTableKey(identity, device);
  const change = { set: { expires_at, ttl: expires_at } };
  const isExtended = { expires_at: belowOrAbsent(expires_at) };
  await table.update(key, change, isExtended);
}
