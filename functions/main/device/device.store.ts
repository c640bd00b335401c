import { findTypeDevice } from '#shared/reference-data/connection-types.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import { isNew } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import { type Device, type DeviceNaming, describeDevice } from './device.ts';

/**
 * The devices that were created or found within the last minute, by their id. Devices never change.
 * Without the cache, each data source of a popular model would write to the same item.
 */
const cache = createTtlCache<Device>(60_000);

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

/** Returns a device, or undefined if neither a remote connection type nor a user has named it. */
export async function find(table: Table<'get'>, id: string): Promise<Device | undefined> {
  const typeDevice = describeTypeDevice(id);
  if (typeDevice) return typeDevice;
  const item = await table.get<Device>(deviceKeys.device(id));
  return item && toDevice(item);
}

/**
 * Returns the device with the spelling that was stored first. Creates it if it does not exist, in
 * one atomic write. A cached device needs no write.
 */
export async function findOrCreate(
  table: Table<'put'>,
  deviceModel: DeviceNaming,
  now: Date,
): Promise<Device> {
  const device = describeDevice(deviceModel);
  const existingDevice = describeTypeDevice(device.id) ?? cache.get(device.id, now);
  if (existingDevice) return existingDevice;

  const key = deviceKeys.device(device.id);
  const result = await table.put<Device>({ ...key, ...device }, isNew);
  const existing = result.done ? undefined : result.existing;
  const stored = existing ? toDevice(existing) : device;
  cache.set(device.id, stored, now);
  return stored;
}
