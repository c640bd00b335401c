import { isNew } from '../../../../shared/table/condition.ts';
import { keys } from '../../../../shared/table/keys.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { type Device, type DeviceNaming, describeDevice } from './device.ts';

/** The device of that id, if any user has ever named it. */
export function find(table: Table<'get'>, id: string): Promise<Device | undefined> {
  return table.get<Device>(keys.device(id));
}

/** The device as it was first named, created if this is the first time; however many callers do so at once. */
export async function findOrCreate(table: Table<'put'>, naming: DeviceNaming): Promise<Device> {
  const device = describeDevice(naming);
  const outcome = await table.put<Device>({ ...keys.device(device.id), ...device }, isNew);
  return outcome.done ? device : (outcome.existing ?? device);
}
