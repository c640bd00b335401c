import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import { toAttribution } from '#functions/diary/import/attribution.ts';
import { addCounts, importWorkouts } from '#functions/diary/import/import-workouts.ts';
import type {
  ImportedWorkout,
  Workout,
  WorkoutDevice,
} from '#functions/diary/import/workout.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { buildDataSource } from '#functions/main/data-source/data-source.ts';
import * as devices from '#functions/main/device/device.store.ts';
import { type NewDevice, toNewDevice } from '#functions/main/device/device.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { findCurrentType } from '#shared/reference-data/connection-types.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import {
  noteProgress,
  recordProgress,
  type SyncFailure,
  type SyncSession,
} from './sync-session.ts';

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
    const found = await findDataSource(workout.device);
    if (!found.ok) return found;
    const attribution = toAttribution(session.policy, workout.device);
    const added = compact({ data_source_id: found.value, attribution });
    imported.push({ ...workout, ...added });
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
  if (added.created > 0) {
    const { sync_imported = 0 } = connection;
    noteProgress(session, { sync_imported: sync_imported + added.created });
  }
  return success(undefined);
}

/** The id of a data source, or undefined if the person has too many sources. */
type FoundSource = Result<string | undefined, SyncFailure>;

/** Returns the id of a device's data source. Fails with `lease_lost` if another sync runs. */
export type FindDataSource = (device: WorkoutDevice | undefined) => Promise<FoundSource>;

/**
 * Returns a function that finds the data sources of one sync. Each device of a connection has one
 * data source, which is created when the provider first names the device (wire.md R8).
 */
export function createSourceFinder(session: SyncSession): FindDataSource {
  const idsByDevice = new Map<string, Promise<FoundSource>>();

  return (device) => {
    const newDevice = findDevice(session, device);
    const device_id = toDeviceId(newDevice);
    const id = idsByDevice.get(device_id) ?? findOrCreateSource(session, newDevice);
    idsByDevice.set(device_id, id);
    return id;
  };
}

/** Returns the device that the provider names, or the provider's own one. */
function findDevice(
  { connection }: SyncSession,
  device: WorkoutDevice | undefined,
): NewDevice {
  const named = device && toNewDevice(device);
  const type = findCurrentType(connection.type);
  return named ?? type?.device ?? { manufacturer: connection.type, model: 'app' };
}

/**
 * Returns the id of a device's data source. Creates the data source if it does not exist. One
 * transaction stores the data source, counts it, and saves its id in the connection.
 */
async function findOrCreateSource(
  session: SyncSession,
  newDevice: NewDevice,
): Promise<FoundSource> {
  const { table, ids, leaseId, connection, getNow } = session;
  const { sync_sources: saved = {} } = connection;
  const deviceDigest = toDigest(toDeviceId(newDevice));
  const savedId = saved[deviceDigest];
  if (savedId !== undefined) return success(savedId);

  const now = getNow();
  const id = newId(now);
  const maker = { remote_connection_type: connection.type };
  const namer = { user_id: ids.user_id, ...maker };
  const device = await devices.findOrCreate(table, namer, newDevice, now);
  const { name = null } = newDevice;
  const source = buildDataSource(id, { name, device, ...maker }, now);
  const sync_sources = { ...saved, [deviceDigest]: id };
  const created = await table.transact([
    ...dataSources.toSourceCreation(ids.user_id, source),
    syncs.toProgressChange(ids, leaseId, { sync_sources }, now),
  ]);
  if (created.done) {
    connection.sync_sources = sync_sources;
    return success(id);
  }
  // The person has too many sources, unless the lease is lost. The connection must still show that
  // it was synchronized.
  const isSaved = await recordProgress(session, { sync_sources: saved });
  if (!isSaved) return failure({ kind: 'lease_lost' });
  return success(undefined);
}
