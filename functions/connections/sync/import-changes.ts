import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import { addCounts, importWorkouts } from '#functions/diary/import/import-workouts.ts';
import type {
  ImportedWorkout,
  Workout,
  WorkoutDevice,
} from '#functions/diary/import/workout.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { buildDataSource } from '#functions/main/data-source/data-source.ts';
import * as devices from '#functions/main/device/device.store.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { findCurrentType } from '#shared/reference-data/connection-types.ts';
import {
  type DeviceModel,
  toDeviceId,
} from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { recordProgress, type SyncFailure, type SyncSession } from './sync-session.ts';

/** Changes of workouts at the provider. The workouts name devices, not yet data sources. */
export interface RemoteChanges {
  workouts: readonly Workout[];
  deleted: readonly string[];
}

/**
 * Imports changes as diary entries, and counts them. Fails with `disconnected` if the connection no
 * longer exists.
 */
export async function importChanges(
  session: SyncSession,
  { workouts, deleted }: RemoteChanges,
  findDataSource: FindDataSource,
): Promise<Result<undefined, SyncFailure>> {
  const { table, ids, connection, counts, getNow } = session;
  const imported: ImportedWorkout[] = [];
  for (const workout of workouts) {
    const data_source_id = await findDataSource(workout.device);
    imported.push({ ...workout, ...compact({ data_source_id }) });
  }

  const now = getNow();
  const job = {
    user_id: ids.user_id,
    remote_connection_id: ids.remote_connection_id,
    remote_connection_type: connection.type,
    account_id: connection.remote_id,
    readAt: now,
    workouts: imported,
    deleted,
  };
  const added = await importWorkouts(table, job, now);
  if (!added) return failure({ kind: 'disconnected' });
  addCounts(counts, added);
  return success(undefined);
}

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
 * Returns the id of a device's data source. Creates the data source if it does not exist. One
 * transaction stores the data source, counts it, and saves its id in the connection.
 */
async function findOrCreateSource(
  session: SyncSession,
  deviceModel: DeviceModel,
): Promise<string | undefined> {
  const { table, ids, leaseId, connection, getNow } = session;
  const { sync_sources: saved = {} } = connection;
  const deviceDigest = toDigest(toDeviceId(deviceModel));
  const savedId = saved[deviceDigest];
  if (savedId !== undefined) return savedId;

  const now = getNow();
  const id = newId(now);
  const device = await devices.findOrCreate(table, deviceModel, now);
  const source = buildDataSource(id, { name: null, device }, now);
  const sync_sources = { ...saved, [deviceDigest]: id };
  const created = await table.transact([
    ...dataSources.toSourceCreation(ids.user_id, source),
    syncs.toProgressChange(ids, leaseId, { sync_sources }, now),
  ]);
  if (created.done) {
    connection.sync_sources = sync_sources;
    return id;
  }
  // The person has too many sources. The connection must still show that it was synchronized.
  if (connection.sync_sources === undefined) {
    await recordProgress(session, { sync_sources: saved });
    connection.sync_sources = saved;
  }
  return undefined;
}
