import {
  type ErasedStores,
  eraseItems,
} from '#functions/account/erasure/erase-items.store.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { deviceKeys } from '#functions/main/device/device.keys.ts';
import { describeDevice, type NewDevice } from '#functions/main/device/device.ts';
import { deleteImage } from '#functions/main/image/deleted-image.store.ts';
import { generatePassword } from '#lib/admin/input.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';

/** A user who exists only for one smoke test. */
export interface SmokeUser {
  email: string;
  password: string;
  user_id: string;
  /** The cookie of a trusted device. A sign-in without it would send a mail to the user. */
  deviceSecret: string;
  /** The device of a data source, which nobody else uses. */
  device: NewDevice;
  /** The ids of the images that the test has uploaded so far. */
  image_ids: string[];
}

/** Describes a user who does not exist yet. */
export function newSmokeUser(): SmokeUser {
  const user_id = newId(new Date());
  return {
    email: `smoke-test-${user_id}@example.com`,
    password: generatePassword(),
    user_id,
    deviceSecret: newSecret(),
    device: { manufacturer: 'Smoke test', model: user_id },
    image_ids: [],
  };
}

/** Creates the user in the table, as the operator's command line does. */
export async function createUser(
  table: Table,
  { email, password, user_id, deviceSecret }: SmokeUser,
): Promise<void> {
  const now = new Date();
  const newUser = { email, username: 'smoke-test', display_name: 'Smoke test', password };
  const account = await accounts.create(table, newUser, now, {
    user_id,
    hasConsented: true,
  });
  if (!account) throw new Error('The user was not stored.');
  const device = { secret: deviceSecret, browser: '' };
  await trustedDevices.trust(table, account.identity, device, now);
}

/**
 * Deletes a user with all items and images, as an erasure does. The deletion need not wait for
 * requests in flight, because the test has none.
 */
export async function deleteUser(stores: ErasedStores, user: SmokeUser): Promise<void> {
  const { user_id, device, image_ids } = user;
  const now = new Date();
  // The index by which `eraseItems` finds images may not contain the last upload yet.
  for (const id of image_ids) await deleteImage(stores.table, { user_id, id }, now);

  const sweep = { user_id, now, settledBefore: now };
  let found: number;
  do found = await eraseItems(stores, sweep);
  while (found > 0);
  await stores.table.delete(deviceKeys.device(describeDevice(device).id), exists);
}
