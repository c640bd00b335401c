import type { Principal } from '#shared/auth/principal.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { findTypeDevice } from '#shared/reference-data/connection-types.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import { type Device, describeDevice, type NewDevice } from './device.ts';

/**
 * A device as it is stored. As long as one user only has named it, the device is that user's:
 * others cannot read it, and it is erased with the user (wire.md D1).
 */
interface StoredDevice extends Device {
  /** The only user that has named the device. Absent as soon as a second one has. */
  user_id?: string;
  /**
   * The remote connection type whose syncs alone have named the user's own device. Absent as soon
   * as another type, a file or a client has, or a second user.
   */
  remote_connection_type?: string;
}

/**
 * The devices that were found within the last minute: those of several users by their id, and those
 * of one user by the user, too. Without the cache, each data source of a popular model would write
 * to the same item. The names of a device never change, not even if it becomes that of several
 * users. Only an erasure of the user deletes a device, and then nobody asks for it on their behalf.
 */
const cache = createTtlCache<Device>(60_000);

/** Who names a device: a sync with connections of a type, else the user or a file. */
export interface DeviceNamer {
  user_id: string;
  remote_connection_type?: string;
}

/** Returns the key of a user's own device in the cache. No id has a line break. */
const toOwnKey = ({ user_id, remote_connection_type = '' }: DeviceNamer, id: string) =>
  [user_id, remote_connection_type, id].join('\n');

/** Returns the user's own device, or that of several users, if the cache has it. */
function findCached(namer: DeviceNamer, id: string, now: Date): Device | undefined {
  return cache.get(id, now) ?? cache.get(toOwnKey(namer, id), now);
}

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

/**
 * Returns a device that a remote connection type, the user or several other users have named.
 * Returns undefined for any other id, and for a device that only syncs of a type that is hidden
 * from the caller have named (wire.md P3).
 */
export async function find(
  table: Table<'get'>,
  { user_id, hidden_types }: Pick<Principal, 'user_id' | 'hidden_types'>,
  id: string,
): Promise<Device | undefined> {
  const typeDevice = describeTypeDevice(id);
  if (typeDevice) return typeDevice;
  const item = await table.get<StoredDevice>(deviceKeys.device(id));
  if (!item || (item.user_id ?? user_id) !== user_id) return undefined;
  const isHidden = hidden_types.includes(item.remote_connection_type ?? '');
  return isHidden ? undefined : toDevice(item);
}

/** The most times that a device is created or shared whose user is erased meanwhile. */
const maxAttempts = 2;

/**
 * Returns the device with the spelling that was stored first. Creates it for the user if it does
 * not exist, in one atomic write. If it is another user's, a second write makes it belong to
 * nobody. If syncs of another type alone have named it, a second write notes that others have, too.
 * A cached device needs no write.
 *
 * Throws `unavailable` if the users of the device are erased meanwhile, again and again.
 */
export async function findOrCreate(
  table: Table<'put' | 'update'>,
  namer: DeviceNamer,
  newDevice: NewDevice,
  now: Date,
): Promise<Device> {
  const device = describeDevice(newDevice);
  const known = describeTypeDevice(device.id) ?? findCached(namer, device.id, now);
  if (known) return known;

  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const stored = await createOrShare(table, namer, device);
    if (!stored) continue;
    const found = toDevice(stored);
    const isShared = stored.user_id === undefined;
    cache.set(isShared ? found.id : toOwnKey(namer, found.id), found, now);
    return found;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/**
 * Creates a device for the user, or notes that others have named it, too. Returns undefined if the
 * device of another user is erased meanwhile.
 */
async function createOrShare(
  table: Table<'put' | 'update'>,
  namer: DeviceNamer,
  device: Device,
): Promise<StoredDevice | undefined> {
  const key = deviceKeys.device(device.id);
  const owned = toOwnedAttributes(namer.user_id, key);
  const created = await table.put<StoredDevice>(
    { ...key, ...owned, ...namer, ...device },
    isNew,
  );
  if (created.done) return created.item;
  const { existing } = created;
  if ((existing?.user_id ?? namer.user_id) !== namer.user_id)
    return removeMembers(table, device.id, [...ownerMembers, makerMember]);
  const maker = existing?.remote_connection_type;
  const isMaker = maker === undefined || maker === namer.remote_connection_type;
  return isMaker ? existing : removeMembers(table, device.id, [makerMember]);
}

const makerMember = 'remote_connection_type';
/** Without them, a device belongs to nobody. */
const ownerMembers = ['user_id', 'collection', 'collection_sk'];

/** Removes members of a device and returns it. Returns undefined if it no longer exists. */
async function removeMembers(
  table: Table<'update'>,
  id: string,
  remove: readonly string[],
): Promise<StoredDevice | undefined> {
  const key = deviceKeys.device(id);
  const changed = await table.update<StoredDevice>(key, { remove }, exists);
  return changed.done ? changed.item : undefined;
}
