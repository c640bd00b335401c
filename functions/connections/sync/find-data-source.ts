import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import { createDeviceSource } from '#functions/main/data-source/device-source.store.ts';
import {
  type NewDevice,
  type StatedDevice,
  toNewDevice,
} from '#functions/main/device/device.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { findCurrentType } from '#shared/reference-data/connection-types.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';
import { keepLease, type Step, type Sync, succeed } from './steps.ts';

/**
 * Returns the id of the data source of a device, or undefined if the person has too many sources.
 * Each device of a connection has one, which is created when the provider first names the device.
 * Fails with `lease_lost` if another sync runs.
 */
export async function findDataSource(
  sync: Sync,
  device: StatedDevice | undefined,
): Promise<Step<string | undefined>> {
  const newDevice = findDevice(sync, device);
  const digest = toDigest(toDeviceId(newDevice));
  const known = sync.connection.sync_sources?.[digest];
  const isKnown = known !== undefined || sync.refusedSources.includes(digest);
  return isKnown ? succeed(sync, known) : createSource(sync, newDevice, digest);
}

/** Returns the device that the provider names, or the provider's own one. */
function findDevice({ connection }: Sync, device: StatedDevice | undefined): NewDevice {
  const named = device && toNewDevice(device);
  const type = findCurrentType(connection.type);
  return named ?? type?.device ?? { manufacturer: connection.type, model: 'app' };
}

/**
 * Creates the data source of a device. One transaction stores the data source, counts it, and saves
 * its id in the connection.
 */
async function createSource(
  sync: Sync,
  newDevice: NewDevice,
  digest: string,
): Promise<Step<string | undefined>> {
  const { table, ids, leaseId, connection, getNow } = sync;
  const { sync_sources: saved = {} } = connection;
  const now = getNow();
  const { type: remote_connection_type } = connection;
  const source = { user_id: ids.user_id, remote_connection_type, newDevice };
  const addTo = (id: string) => ({ sync_sources: { ...saved, [digest]: id } });
  const listNotes = (id: string) => [
    syncs.toProgressChange(ids, leaseId, addTo(id), now),
  ];
  const created = await createDeviceSource(table, source, listNotes, now);
  const { id, result } = created;
  if (result.done)
    return succeed({ ...sync, connection: { ...connection, ...addTo(id) } }, id);
  // The person has too many sources, unless the lease is lost. The connection must still show that
  // it was synchronized.
  const refusedSources = [...sync.refusedSources, digest];
  return keepLease({ ...sync, refusedSources }, { sync_sources: saved });
}
