import { findTypeDevice } from '../provider/connection-types.ts';
import { isNew } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Device, type DeviceNaming, describeDevice } from './device.ts';

/** Returns the device of a remote connection type. The table has no item for it. */
function findReference(id: string): Device | undefined {
  const deviceModel = findTypeDevice(id);
  return deviceModel && describeDevice(deviceModel);
}

/** Returns a device, or undefined if neither a remote connection type nor a user has named it. */
export async function find(table: Table<'get'>, id: string): Promise<Device | undefined> {
  return findReference(id) ?? table.get<Device>(keys.device(id));
}

/**
 * Returns the device as it was first named. Creates it if it does not exist, in one atomic write.
 */
export async function findOrCreate(
  table: Table<'put'>,
  deviceModel: DeviceNaming,
): Promise<Device> {
  const device = describeDevice(deviceModel);
  const reference = findReference(device.id);
  if (reference) return reference;

  const key = keys.device(device.id);
  const result = await table.put<Device>({ ...key, ...device }, isNew);
  const existing = result.done ? undefined : result.existing;
  return existing ?? device;
}
