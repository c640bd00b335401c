import { findTypeDevice } from '#shared/reference-data/connection-types.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import { type Device, type DeviceNaming, describeDevice } from './device.ts';

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

/**
 * Returns the device with the spelling that was stored first. Creates it for the user if it does
 * not exist, in one atomic write. If it is another user's, a second write makes it belong to
 * nobody. A cached device needs no write.
 */
export async function findOrCreate(
  table: Table<'put' | 'update'>,
  user_id: string,
  deviceModel: DeviceNaming,
  now: Date,
): Promise<Device> {
  const device = describeDevice(deviceModel);
  const existingDevice =
    describeTypeDevice(device.id) ?? findCached(user_id, device.id, now);
  if (existingDevice) return existingDevice;

  const key = deviceKeys.device(device.id);
  const owned = toOwnedAttributes(user_id, key);
  const created = await table.put<StoredDevice>(
    { ...key, ...owned, user_id, ...device },
    isNew,
  );
  const existing = created.done ? undefined : created.existing;
  if (!existing || existing.user_id === user_id) {
    const own = toDevice(existing ?? device);
    cache.set(toOwnKey(user_id, device.id), own, now);
    return own;
  }

  const isShared = existing.user_id === undefined || (await share(table, device.id));
  // Otherwise the other user was erased meanwhile, and the device with them.
  if (!isShared) return findOrCreate(table, user_id, deviceModel, now);
  const shared = toDevice(existing);
  cache.set(device.id, shared, now);
  return shared;
}

/** Makes a device belong to nobody. Returns false if it no longer exists. */
async function share(table: Table<'update'>, id: string): Promise<boolean> {
  const remove = ['user_id', 'collection', 'collection_sk'];
  const { done } = await table.update(deviceKeys.device(id), { remove }, exists);
  return done;
}
