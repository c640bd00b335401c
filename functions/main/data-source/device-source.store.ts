import * as devices from '#functions/main/device/device.store.ts';
import type { NewDevice } from '#functions/main/device/device.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table, TransactionChange, TransactionResult } from '#shared/table/table.ts';
import { toSourceCreation } from './data-source.store.ts';
import { buildDataSource } from './stored-source.ts';

/** A data source to create. */
interface NewDeviceSource {
  user_id: string;
  /** The type of the connection whose sync names the device. */
  remote_connection_type?: string;
  newDevice: NewDevice;
  /** Defaults to that of the device, if it has one. */
  name?: string;
}

/**
 * Creates and counts the data source of a device that a sync, a file or an app names, in one
 * transaction with the changes that note its id, which come first. The transaction fails if the
 * user has too many data sources.
 */
export async function createDeviceSource(
  table: Table<'put' | 'update' | 'check' | 'transact'>,
  { user_id, newDevice, name = newDevice.name, ...maker }: NewDeviceSource,
  listNotes: (id: string) => readonly TransactionChange<'update' | 'check'>[],
  now: Date,
): Promise<{ id: string; result: TransactionResult }> {
  const id = newId(now);
  const device = await devices.findOrCreate(table, { user_id, ...maker }, newDevice, now);
  const source = buildDataSource(id, { name: name ?? null, device, ...maker }, now);
  const changes = [...listNotes(id), ...toSourceCreation(user_id, source)];
  return { id, result: await table.transact(changes) };
}
