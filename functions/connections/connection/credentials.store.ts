import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { type DataKeyProvider, encryptEnvelope } from '#shared/encryption/envelope.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { isImportable } from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { exists, isNew, toQuotaIncrease } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { toConnectedType } from './connected-types.store.ts';
import {
  NewRemoteConnection,
  type ProviderCredentials,
  type StoredConnection,
  toEncryptionContext,
} from './credentials.ts';
import { connectionKeys } from './remote-connection.keys.ts';
import {
  findConnectionIds,
  type ProviderAccount,
  toAssignment,
} from './remote-connection.store.ts';
import { maxRemoteConnections, type RemoteConnection } from './remote-connection.ts';
import { type SyncState, toDueAttributes } from './sync-state.ts';

/** The table that stores credentials, and the keys that encrypt them. */
interface ConnectionStore {
  table: Table<'get' | 'put' | 'update' | 'transact'>;
  dataKeys: DataKeyProvider;
}

/** A stored connection, or `belongs_to_another_user` if another user has connected the account. */
export type ConnectionOutcome =
  | { outcome: 'created' | 'renewed'; connection: RemoteConnection }
  | { outcome: 'belongs_to_another_user' };

/** A user who connects a provider account, and the account's credentials. */
interface Connecting {
  user_id: string;
  account: ProviderAccount;
  credentials: ProviderCredentials;
  granted_scopes: readonly string[] | undefined;
  now: Date;
}

/**
 * The attempts to connect an account that the user connects or disconnects at the same time.
 */
const maxAttempts = 2;

/**
 * Connects a user to a provider account and encrypts the provider's tokens. If the user has
 * connected the account before, the connection keeps its id and gets the new tokens (wire.md R6).
 *
 * Throws `validation_failed` with every problem, e.g. a type that accepts no new connections, or if
 * the user has as many connections as allowed. Throws `unavailable` if the account is connected or
 * disconnected meanwhile, again and again.
 */
export async function connectAccount(
  store: ConnectionStore,
  user_id: string,
  newConnection: NewRemoteConnection,
  now: Date,
): Promise<ConnectionOutcome> {
  const { type, remote_id, granted_scopes, ...credentials } = parseOrFail(
    NewRemoteConnection,
    newConnection,
  );
  const account = { type, remote_id };
  const connecting = { user_id, account, credentials, granted_scopes, now };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const result = await connectOnce(store, connecting);
    if (result) return result;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Returns the outcome of an attempt, or undefined if the account's connection has changed. */
async function connectOnce(
  store: ConnectionStore,
  connecting: Connecting,
): Promise<ConnectionOutcome | undefined> {
  const assigned = await findConnectionIds(store.table, connecting.account);
  if (!assigned) return create(store, connecting);
  if (assigned.user_id !== connecting.user_id) {
    return { outcome: 'belongs_to_another_user' };
  }
  return renew(store, connecting, assigned.remote_connection_id);
}

/**
 * Stores and counts a new connection, and assigns the account to it, in one transaction (decision
 * 0045). Returns undefined if the account was connected meanwhile.
 */
async function create(
  store: ConnectionStore,
  connecting: Connecting,
): Promise<ConnectionOutcome | undefined> {
  const { user_id, account, now } = connecting;
  const id = newId(now);
  const renewal = await buildRenewal(store, connecting, id);
  const connection = { id, ...account, created_datetime: now.toISOString() };
  const item = { ...originKeys.remoteConnection(user_id, id), ...connection, ...renewal };
  const result = await store.table.transact([
    toAssignment(account, { user_id, remote_connection_id: id }),
    { put: item, condition: isNew },
    toQuotaIncrease(connectionKeys.remoteConnectionCount(user_id), maxRemoteConnections),
    toConnectedType(user_id, account.type),
  ]);
  const { provider_tokens: _, ...sync } = renewal;
  if (result.done) return { outcome: 'created', connection: { ...connection, ...sync } };

  // An account that was connected meanwhile needs no place.
  const isFull = result.failures.every(
    ({ index, cause }) => index === 2 && cause === 'condition',
  );
  if (!isFull) return undefined;
  const message = `a user can have at most ${maxRemoteConnections} remote connections`;
  throw serviceError('validation_failed', { failures: { __all__: [message] } });
}

/** Replaces the credentials of a connection. Returns undefined if it was deleted meanwhile. */
async function renew(
  store: ConnectionStore,
  connecting: Connecting,
  id: string,
): Promise<ConnectionOutcome | undefined> {
  const key = originKeys.remoteConnection(connecting.user_id, id);
  const set = await buildRenewal(store, connecting, id);
  const remove = [
    // A subscription may have ended with the earlier access.
    'webhook_subscribed',
    // Values of the body may be allowed now, and are read as after a first connection.
    'sync_measured',
    ...(connecting.granted_scopes ? [] : ['granted_scopes']),
    // A sync that is running must not replace the new tokens, nor report that they are rejected.
    'sync_lease',
    'sync_lease_until',
    'sync_problem',
    'sync_refused_since',
  ];
  const renewed = await store.table.update<StoredConnection>(
    key,
    { set: { ...set }, remove },
    exists,
  );
  if (!renewed.done) return undefined;
  const { provider_tokens: _, ...connection } = renewed.item;
  return { outcome: 'renewed', connection };
}

/**
 * Returns the attributes that a connection gets whenever it is connected: the encrypted
 * credentials, and a sync that is due at once, if workouts of the type can be imported.
 */
async function buildRenewal(
  { dataKeys }: Pick<ConnectionStore, 'dataKeys'>,
  { user_id, account: { type }, credentials, granted_scopes, now }: Connecting,
  id: string,
): Promise<SyncState & Pick<StoredConnection, 'provider_tokens'>> {
  const context = toEncryptionContext(user_id, { id, type });
  const text = JSON.stringify(credentials);
  const provider_tokens = await encryptEnvelope(text, context, dataKeys);
  const authorized_at = toEpochSeconds(now);
  const authorized = compact({ provider_tokens, authorized_at, granted_scopes });
  if (!isImportable(type)) return authorized;
  const due = toDueAttributes({ user_id, remote_connection_id: id }, now);
  return { ...authorized, status: 'syncing', ...due };
}
