import { toDigest } from '#shared/auth/secrets.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { daySeconds, toEpochSeconds, toUtcDate } from '#shared/runtime/time.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { deleteEach } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { sessionKeys } from './session.keys.ts';

/**
 * A device stays trusted for this time after a sign-in, in seconds: 400 days, the longest lifetime
 * that browsers allow for a cookie.
 */
export const trustedDeviceLifetime = 400 * daySeconds;

/** A browser in which a user has signed in. */
export interface TrustedDevice {
  id: string;
  /** The browser and the operating system, as in `Firefox, Windows`. Empty if unknown. */
  browser: string;
  created_datetime: string;
  /** The day (UTC) of the last sign-in. */
  last_used_on: string;
  /** Seconds since 1970. */
  expires_at: number;
  ttl: number;
}

/** The user of a device, with the current password. */
interface DeviceOwner {
  user_id: string;
  password_hash: string;
}

/**
 * Returns the id of a device of a user. The id depends on the salted password hash, so no device is
 * trusted after a password change. The digest does not reveal the secret of the device.
 */
function toId({ password_hash }: DeviceOwner, secret: string): string {
  return toDigest(JSON.stringify([password_hash, secret]));
}

/** Stands in for an unknown user, so the same read takes the same time. */
const nobody: DeviceOwner = { user_id: '-', password_hash: '' };

/**
 * Returns whether the user signed in on a device before, with the current password. `device` is the
 * secret of the device, or an empty string.
 */
export async function isTrusted(
  table: Table<'get'>,
  identity: DeviceOwner = nobody,
  device: string,
  now: Date,
): Promise<boolean> {
  if (device === '') return false;
  const key = sessionKeys.trustedDevice(identity.user_id, toId(identity, device));
  const found = await table.get<TrustedDevice>(key);
  if (!found) return false;
  return found.expires_at > toEpochSeconds(now);
}

/** A device on which a user has just signed in. */
export interface SignedInDevice {
  secret: string;
  browser: string;
}

/**
 * Trusts a device. If the device is new, the write requests `mail`. Takes one write for a known
 * device and two for a new device.
 */
export async function trust(
  table: Table<'put' | 'update'>,
  identity: DeviceOwner,
  { secret, browser }: SignedInDevice,
  now: Date,
  mail: Partial<MailAttributes> = {},
): Promise<void> {
  const id = toId(identity, secret);
  const key = sessionKeys.trustedDevice(identity.user_id, id);
  const expires_at = toEpochSeconds(now) + trustedDeviceLifetime;
  const lastSignIn = {
    browser,
    last_used_on: toUtcDate(now),
    expires_at,
    ttl: expires_at,
  };
  const extended = await table.update(key, { set: lastSignIn }, exists);
  if (extended.done) return;

  const created_datetime = now.toISOString();
  const device: TrustedDevice = { id, created_datetime, ...lastSignIn };
  await table.put({ ...key, ...device, ...mail }, isNew);
}

/** Lists the trusted devices of a user that have not expired. */
export async function listTrusted(
  table: Table<'query'>,
  user_id: string,
  now: Date,
): Promise<TrustedDevice[]> {
  const devices = await table.query<TrustedDevice>(sessionKeys.trustedDevices(user_id));
  return devices.filter(({ expires_at }) => expires_at > toEpochSeconds(now));
}

/** Stops trusting a device of a user. Returns whether it was trusted. */
export function deleteTrusted(
  table: Table<'delete'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  return table.delete(sessionKeys.trustedDevice(user_id, id), exists);
}

/**
 * Stops trusting all devices of a user: a query, and a transaction for each 100 devices. Returns
 * whether there were any.
 */
export async function deleteAllOfUser(
  table: Table<'query' | 'delete' | 'transact'>,
  user_id: string,
): Promise<boolean> {
  const devices = await table.query<Key>(sessionKeys.trustedDevices(user_id));
  await deleteEach(table, devices);
  return devices.length > 0;
}
