import { toDigest } from '#shared/auth/secrets.ts';
import * as dataSources from '#shared/data-source/data-source.store.ts';
import type { DataSource } from '#shared/data-source/data-source.ts';
import * as quota from '#shared/data-source/data-source-quota.store.ts';
import * as devices from '#shared/data-source/device.store.ts';
import { findCurrentType } from '#shared/provider/connection-types.ts';
import type { WorkoutDevice } from '#shared/provider/workout.ts';
import { type DeviceModel, toDeviceId } from '#shared/reference-data/devices.ts';
import { newId } from '#shared/runtime/ids.ts';
import { recordProgress, type SyncSession } from './sync-session.ts';

/** The longest manufacturer or model of a device. */
const maxLength = 100;

/**
 * Returns the id of a device's data source. Returns undefined if the person has too many sources,
 * or if another sync has the lease.
 */
export type FindDataSource = (
  device: WorkoutDevice | undefined,
) => Promise<string | undefined>;

/**
 * Returns a function that finds the data sources of one sync. Each device of a connection has one
 * data source, which is created when the provider first names the device (wire.md R8).
 */
export function createSourceFinder(session: SyncSession): FindDataSource {
  const idsByDevice = new Map<string, Promise<string | undefined>>();

  return (device) => {
    const deviceModel = toDeviceModel(session, device);
    const device_id = toDeviceId(deviceModel);
    const id = idsByDevice.get(device_id) ?? findOrCreateSource(session, deviceModel);
    idsByDevice.set(device_id, id);
    return id;
  };
}

/** Returns the device that the provider names, or the provider's own one. */
function toDeviceModel(
  { connection }: SyncSession,
  device: WorkoutDevice | undefined,
): DeviceModel {
  const type = findCurrentType(connection.type);
  const providerDevice = type?.device ?? { manufacturer: connection.type, model: 'app' };
  if (!device) return providerDevice;
  const { manufacturer = providerDevice.manufacturer, model } = device;
  return {
    manufacturer: manufacturer.slice(0, maxLength),
    model: model.slice(0, maxLength),
  };
}

/**
 * Returns the id of a device's data source. Creates the data source if it does not exist. The id is
 * saved in the connection first, so a repeat after an interruption creates the same data source.
 */
async function findOrCreateSource(
  session: SyncSession,
  deviceModel: DeviceModel,
): Promise<string | undefined> {
  const { table, ids, connection, getNow } = session;
  const deviceDigest = toDigest(toDeviceId(deviceModel));
  const saved = connection.sync_sources?.[deviceDigest];
  const id = saved ?? newId(getNow());
  if (!saved) {
    const sync_sources = { ...connection.sync_sources, [deviceDigest]: id };
    const isSaved = await recordProgress(session, { sync_sources });
    // The sync that has the lease now creates the data source.
    if (!isSaved) return undefined;
    connection.sync_sources = sync_sources;
  }

  const isStored = saved && (await dataSources.find(table, ids.user_id, id));
  if (isStored) return id;
  const creation = { id, now: getNow() };
  const reserved = await quota.reserveDataSource(table, ids.user_id, creation);
  if (reserved !== 'reserved') return undefined;
  await dataSources.create(
    table,
    ids.user_id,
    await buildDataSource(session, id, deviceModel),
  );
  return id;
}

async function buildDataSource(
  { table, getNow }: SyncSession,
  id: string,
  deviceModel: DeviceModel,
): Promise<DataSource> {
  const now = getNow();
  return {
    id,
    name: null,
    active: true,
    advertised_name: null,
    serial_number: null,
    bluetooth_device_address: null,
    firmware_version: null,
    hardware_version: null,
    created_datetime: now.toISOString(),
    device: await devices.findOrCreate(table, deviceModel, now),
    priorities: {},
  };
}
