import { describe, expect, it } from 'vitest';
import { putAtOnce, table } from '#kit/fixtures.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { openTable } from '#shared/table/table.ts';
import {
  deleteAllOfUser,
  isTrusted,
  listTrusted,
  trust,
  trustedDeviceLifetime,
} from './trusted-device.store.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('a device on which a user signed in', () => {
  it('is trusted for this user for 400 days, or until the password changes', async () => {
    const identity = { user_id: newId(now), username: 'ann', password_hash: 'one' };
    const secret = newSecret();
    await trust(table(), identity, { secret, browser: '' }, now);
    expect(
      await isTrusted(table(), identity, secret, later(trustedDeviceLifetime - 1)),
    ).toBe(true);
    expect(await isTrusted(table(), identity, secret, later(trustedDeviceLifetime))).toBe(
      false,
    );
    expect(await isTrusted(table(), identity, newSecret(), now)).toBe(false);
    expect(await isTrusted(table(), identity, '', now)).toBe(false);
    expect(
      await isTrusted(table(), { ...identity, password_hash: 'other' }, secret, now),
    ).toBe(false);
    expect(
      await isTrusted(table(), { ...identity, user_id: newId(now) }, secret, now),
    ).toBe(false);
    expect(await isTrusted(table(), undefined, secret, now)).toBe(false);
  });
});

it('150 devices are forgotten by three calls', async () => {
  const identity = { user_id: newId(now), username: 'ann', password_hash: 'one' };
  await putAtOnce((collector) => {
    const devices = Array.from({ length: 150 }, () =>
      trust(collector, identity, { secret: newSecret(), browser: '' }, now),
    );
    return Promise.all(devices);
  });
  expect(await listTrusted(table(), identity.user_id, now)).toHaveLength(150);
  const meter = newMeter();
  await deleteAllOfUser(openTable(meter), identity.user_id);
  expect(meter.readings().store_calls).toBe(3);
  expect(await listTrusted(table(), identity.user_id, now)).toEqual([]);
});
