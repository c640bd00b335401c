import type { Principal } from '#shared/auth/principal.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { findTypeDevice } from '#shared/reference-data/connection-types.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import {
  type Condition,
  equalsOrAbsent,
  exists,
  isAbsent,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import { type Device, describeDevice, type NewDevice, ownScope } from './device.ts';

/** The names by which syncs with a remote connection type know a device, by this member. */
type SyncedMember = `synced_${string}`;
const syncedPrefix = 'synced_';

const toSyncedMember = (type: string): SyncedMember => `${syncedPrefix}${type}`;

/**
 * A device as it is stored. As long as one user only has named it, the device is that user's:
 * others cannot read it, and it is erased with the user (wire.md D1). It has its own names as soon
 * as a client, a file or a second user has named it. Until then it has those of syncs only, so that
 * nobody is told the spelling of a type that is hidden from them (decision 0053).
 */
interface StoredDevice extends Partial<Device> {
  /** The only user that has named the device. Absent as soon as a second one has. */
  user_id?: string;
  /** The type whose syncs alone have named a device that release 0.1.0 has stored. */
  remote_connection_type?: string;
  [synced: SyncedMember]: Device | undefined;
}

/**
 * The devices that were found within the last minute: those of several users by their id, and those
 * of one user by the user, too. Without the cache, each data source of a popular model would write
 * to the same item. The names of a device never change, not even if it becomes that of several
 * users. Only an erasure of the user deletes a device, and then nobody asks for it on their behalf.
 */
const cache = createTtlCache<Device>(60_000);

/** A sync with connections of a type that names a device, else the user or a file. */
interface DeviceNamer {
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

/** Returns whether a client, a file or several users have named a device. */
function isNamed(item: StoredDevice): item is StoredDevice & Device {
  return item.id !== undefined;
}

/** Lists the types whose syncs have named a device. */
function listSyncedTypes(item: StoredDevice): string[] {
  const synced = Object.keys(item).filter((member) => member.startsWith(syncedPrefix));
  return synced.map((member) => member.slice(syncedPrefix.length)).sort();
}

/**
 * Returns a device that a remote connection type, several users, or the user alone have named. The
 * last one needs a scope. Returns undefined for any other id, and for a device that only syncs of a
 * type that is hidden from the caller have named.
 */
export async function find(
  table: Table<'get'>,
  { user_id, hidden_types, scope }: Pick<Principal, 'user_id' | 'hidden_types' | 'scope'>,
  id: string,
): Promise<Device | undefined> {
  const typeDevice = describeTypeDevice(id);
  if (typeDevice) return typeDevice;
  const item = await table.get<StoredDevice>(deviceKeys.device(id));
  if (!item) return undefined;
  const isOwn = item.user_id === user_id && coversScope(scope, ownScope);
  if (item.user_id !== undefined && !isOwn) return undefined;
  const isVisible = (type = '') => !hidden_types.includes(type);
  if (isNamed(item))
    return isVisible(item.remote_connection_type) ? toDevice(item) : undefined;
  const type = listSyncedTypes(item).find(isVisible);
  const synced = type === undefined ? undefined : item[toSyncedMember(type)];
  return synced && toDevice(synced);
}

/** The most times that a device is named or shared whose user is erased meanwhile. */
const maxAttempts = 2;

/**
 * Returns the device as the user knows it: with the spelling that was stored first. Syncs with a
 * type get that of this type, unless a client, a file or another user has named the device before.
 * Creates the device for the user if it does not exist, in one atomic write. If it is another
 * user's, a second write makes it belong to nobody. A cached device needs no write.
 *
 * Throws `unavailable` if the users of the device are erased meanwhile, again and again.
 */
export async function findOrCreate(
  table: Table<'update'>,
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
    const synced = stored[toSyncedMember(namer.remote_connection_type ?? '')];
    const found = toDevice(isNamed(stored) ? stored : (synced ?? device));
    const isShared = stored.user_id === undefined;
    cache.set(isShared ? found.id : toOwnKey(namer, found.id), found, now);
    return found;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/**
 * Names a device for the user, or notes that others have named it, too. Returns undefined if the
 * device of another user is erased meanwhile.
 */
async function createOrShare(
  table: Table<'update'>,
  { user_id, remote_connection_type }: DeviceNamer,
  device: Device,
): Promise<StoredDevice | undefined> {
  const key = deviceKeys.device(device.id);
  const synced = remote_connection_type && toSyncedMember(remote_connection_type);
  const names = synced ? { [synced]: device } : device;
  // As many calls whether syncs have named it or not: one of these may be hidden from the caller.
  const named = await table.update<StoredDevice>(
    key,
    { set: { user_id, ...toOwnedAttributes(user_id, key), ...names } },
    {
      id: isAbsent,
      user_id: equalsOrAbsent(user_id),
      ...(synced && { [synced]: isAbsent }),
    },
  );
  if (named.done) return named.item;
  const { existing = {} } = named;
  const others = listSyncedTypes(existing).map(toSyncedMember);
  if ((existing.user_id ?? user_id) !== user_id) {
    const remove = [...ownerMembers, makerMember, ...others];
    if (isNamed(existing)) return change(table, device.id, { remove });
    const shared = { set: { ...device }, remove };
    return change(table, device.id, shared, { ...exists, id: isAbsent });
  }
  const maker = existing.remote_connection_type;
  const isMaker = maker === undefined || maker === remote_connection_type;
  return isMaker ? existing : change(table, device.id, { remove: [makerMember] });
}

const makerMember = 'remote_connection_type';
/** Without them, a device belongs to nobody. */
const ownerMembers = ['user_id', 'collection', 'collection_sk'];

/** Changes a device and returns it. Returns undefined if it no longer exists as it was. */
async function change(
  table: Table<'update'>,
  id: string,
  changes: Change,
  condition: Condition = exists,
): Promise<StoredDevice | undefined> {
  const key = deviceKeys.device(id);
  const changed = await table.update<StoredDevice>(key, changes, condition);
  return changed.done ? changed.item : undefined;
}
