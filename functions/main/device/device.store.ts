import { serviceError } from '#shared/errors/errors.ts';
import { findTypeDevice } from '#shared/reference-data/connection-types.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import { type Device, describeDevice, type NewDevice } from './device.ts';

/**
 * A device as it is stored. As long as one user only has named it, the device is that user's:
 * others cannot read it, and it is erased with the user (wire.md D1).
 */
interface StoredDevice extends Device {
  /** The only user that has named the device. Absent as soon as a second one has. */
  user_id?: string;
}

/**
 * The devices that were found within the last minute: those of several users by their id, and those
 * of one user by the user, too. Without the cache, each data source of a popular model would write
 * to the same item. The names of a device never change, not even if it becomes that of several
 * users. Only an erasure of the user deletes a device, and then nobody asks for it on their behalf.
 */
const cache = createTtlCache<Device>(60_000);

/** Returns the key of a user's own device in the cache. No id has a line break. */
const toOwnKey = (user_id: string, id: string) => [user_id, id].join('\n');

/** Returns the user's own device, or that of several users, if the cache has it. */
function findCached(user_id: string, id: string, now: Date): Device | undefined {
  return cache.get(id, now) ?? cache.get(toOwnKey(user_id, id), now);
}

/**
 * Returns the device of a remote connection type, which has no item in the table. Returns undefined
 * if no type has the device.
 */
function describeTypeDevice(id: string): Device | undefined {
  const deviceModel = findTypeDevice(id);
  return deviceModel && describeDevice(deviceModel);
}

/** Returns the device without the item's key, because data sources embed it. */
function toDevice({ id, manufacturer, model, name, description }: Device): Device {
  return { id, manufacturer, model, name, description };
}

/**
 * Returns a device that a remote connection type, the user or several other users have named.
 * Returns undefined for any other id.
 */
export async function find(
  table: Table<'get'>,
  user_id: string,
  id: string,
): Promise<Device | undefined> {
  const typeDevice = describeTypeDevice(id);
  if (typeDevice) return typeDevice;
  const item = await table.get<StoredDevice>(deviceKeys.device(id));
  const isReadable = item && (item.user_id ?? user_id) === user_id;
  return isReadable ? toDevice(item) : undefined;
}

/** The most times that a device is created or shared whose user is erased meanwhile. */
const maxAttempts = 2;

/**
 * Returns the device with the spelling that was stored first. Creates it for the user if it does
 * not exist, in one atomic write. If it is another user's, a second write makes it belong to
 * nobody. A cached device needs no write.
 *
 * Throws `unavailable` if the users of the device are erased meanwhile, again and again.
 */
export async function findOrCreate(
  table: Table<'put' | 'update'>,
  user_id: string,
  newDevice: NewDevice,
  now: Date,
): Promise<Device> {
  const device = describeDevice(newDevice);
  const known = describeTypeDevice(device.id) ?? findCached(user_id, device.id, now);
  if (known) return known;

  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const stored = await createOrShare(table, user_id, device);
    if (!stored) continue;
    const found = toDevice(stored);
    const isShared = stored.user_id === undefined;
    cache.set(isShared ? found.id : toOwnKey(user_id, found.id), found, now);
    return found;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/**
 * Creates a device for the user, or makes that of another user belong to nobody. Returns undefined
 * if the other user is erased meanwhile, and the device with them.
 */
async function createOrShare(
  table: Table<'put' | 'update'>,
  user_id: string,
  device: Device,
): Promise<StoredDevice | undefined> {
  const key = deviceKeys.device(device.id);
  const owned = toOwnedAttributes(user_id, key);
  const created = await table.put<StoredDevice>(
    { ...key, ...owned, user_id, ...device },
    isNew,
  );
  const stored = created.done ? created.item : created.existing;
  const isReadable = (stored?.user_id ?? user_id) === user_id;
  return isReadable ? stored : share(table, device.id);
}

/** Makes a device belong to nobody, and returns it. Returns undefined if it no longer exists. */
async function share(
  table: Table<'update'>,
  id: string,
): Promise<StoredDevice | undefined> {
  const remove = ['user_id', 'collection', 'collection_sk'];
  const shared = await table.update<StoredDevice>(
    deviceKeys.device(id),
    { remove },
    exists,
  );
  return shared.done ? shared.item : undefined;
}
