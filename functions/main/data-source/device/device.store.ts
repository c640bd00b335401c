import { findReferenceDevice } from '#shared/reference-data/devices.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type Device, type DeviceNaming, describeDevice } from './device.ts';

/** The device that stands for a remote connection type: it exists from the start, without a row. */
function findInCatalogue(id: string): Device | undefined {
  const naming = findReferenceDevice(id);
  return naming && describeDevice(naming);
}

/**
 * The device of that id, if a remote connection type stands for it or any user has ever named it.
 */
export async function find(table: Table<'get'>, id: string): Promise<Device | undefined> {
  return findInCatalogue(id) ?? table.get<Device>(keys.device(id));
}

/**
 * The device as it was first named, created if this is the first time; however many callers do so
 * at once.
 */
export async function findOrCreate(table: Table<'put'>, naming: DeviceNaming): Promise<Device> {
  const device = describeDevice(naming);
  const known = findInCatalogue(device.id);
  if (known) return known;
  const outcome = await table.put<Device>({ ...keys.device(device.id), ...device }, isNew);
  return outcome.done ? device : (outcome.existing ?? device);
}
