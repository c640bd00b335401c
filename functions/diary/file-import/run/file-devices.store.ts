import { createDeviceSource } from '#functions/main/data-source/device-source.store.ts';
import type { StatedDevice } from '#functions/main/device/device.ts';
import { type NewDevice, toNewDevice } from '#functions/main/device/device.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';
import { isAbsent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { fileImportKeys } from '../file-import.keys.ts';
import { type JobRun, toRunCheck } from './import-run.store.ts';

/** The ids of the data sources of devices that files have named, by the digest of the device. */
type FileDevices = Readonly<Record<string, string>>;

type DeviceTable = Table<'get' | 'put' | 'update' | 'check' | 'transact'>;

/** Returns the id of a device's data source, or undefined if there is none. */
export type FindFileSource = (
  device: StatedDevice | undefined,
) => Promise<string | undefined>;

/**
 * Returns a function that finds the data source of the device that recorded a file. Each device has
 * one for all imports of the user, which is created when a file first names the device. It finds
 * none if the file names no device, or the user has too many data sources.
 */
export function createFileSourceFinder(
  table: DeviceTable,
  run: JobRun,
  getNow: () => Date,
): FindFileSource {
  const found = new Map<string, Promise<string | undefined>>();
  return async (device) => {
    const newDevice = device && toNewDevice(device);
    if (!newDevice) return undefined;
    const device_id = toDeviceId(newDevice);
    const id = found.get(device_id) ?? findOrCreate(table, run, newDevice, getNow());
    found.set(device_id, id);
    return id;
  };
}

/**
 * Returns the id of a device's data source. Creates the data source if it does not exist. One
 * transaction stores the data source, counts it, and saves its id, unless the run has ended.
 */
async function findOrCreate(
  table: DeviceTable,
  run: JobRun,
  newDevice: NewDevice,
  now: Date,
): Promise<string | undefined> {
  const { user_id } = run;
  const key = fileImportKeys.fileDevices(user_id);
  const digest = toDigest(toDeviceId(newDevice));
  const readSaved = async () => (await table.get<FileDevices>(key))?.[digest];
  const saved = await readSaved();
  if (saved !== undefined) return saved;

  const condition = { [digest]: isAbsent };
  const { id, result } = await createDeviceSource(
    table,
    { user_id, newDevice },
    (created) => [
      toRunCheck(run),
      { update: key, change: { set: { [digest]: created } }, condition },
    ],
    now,
  );
  // Another import has created it meanwhile, or the user has too many.
  return result.done ? id : readSaved();
}
