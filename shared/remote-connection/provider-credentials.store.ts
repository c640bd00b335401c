import type { TableOperation } from '../contract/store-operations.ts';
import type { DataKeyProvider } from '../encryption/data-keys.ts';
import { type Envelope, encryptEnvelope } from '../encryption/envelope.ts';
import { serviceError } from '../errors/errors.ts';
import { parseOrFail } from '../http/validation.ts';
import { isImportable } from '../provider/connection-types.ts';
import { newId } from '../runtime/ids.ts';
import { exists, isNew } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { toDueAttributes } from './due-index.ts';
import { NewRemoteConnection } from './new-remote-connection.ts';
import { claimAccount, type ProviderAccount } from './provider-account.store.ts';
import {
  decryptCredentials,
  type ProviderCredentials,
  type StoredConnection,
  toEncryptionContext,
} from './provider-credentials.ts';
import { maxRemoteConnections, type RemoteConnection } from './remote-connection.ts';
import type { SyncState } from './sync-state.ts';

/** The table that stores credentials, and the keys that encrypt them. */
interface CredentialStore<O extends TableOperation> {
  table: Table<O>;
  dataKeys: DataKeyProvider;
}

/** A stored connection, or `belongs_to_another_user` if another user has connected the account. */
export type ConnectionResult =
  | { result: 'created' | 'renewed'; connection: RemoteConnection }
  | { result: 'belongs_to_another_user' };

/**
 * Connects a user to a provider account and encrypts the provider's tokens. If the user has
 * connected the account before, the connection keeps its id and gets the new tokens (wire.md R6).
 *
 * Throws `validation_failed` with every problem, e.g. a type that accepts no new connections.
 * Throws `unavailable` if the connection is deleted at the same time.
 */
export async function connectAccount(
  store: CredentialStore<'get' | 'put' | 'query' | 'update'>,
  user_id: string,
  newConnection: NewRemoteConnection,
  now: Date,
): Promise<ConnectionResult> {
  const { type, remote_id, ...credentials } = parseOrFail(
    NewRemoteConnection,
    newConnection,
  );
  const { table } = store;
  const account = { type, remote_id };
  const previous_id = await findConnectedId(table, user_id, account);
  const candidate = { user_id, id: previous_id ?? newId(now) };
  const id = await claimAccount(table, account, candidate, now);
  if (id === undefined) return { result: 'belongs_to_another_user' };

  const context = toEncryptionContext(user_id, { id, type });
  const provider_tokens = await encryptEnvelope(
    JSON.stringify(credentials),
    context,
    store.dataKeys,
  );
  const sync = planImmediateSync(user_id, { id, type }, now);
  const renewal = { provider_tokens, ...sync };
  if (id === previous_id) return renew(table, user_id, id, renewal);

  const connection = { id, ...account, created_datetime: now.toISOString() };
  const item = { ...keys.remoteConnection(user_id, id), ...connection, ...renewal };
  // If a concurrent request has stored the claimed connection, its tokens are replaced.
  const created = await table.put<StoredConnection>(item, isNew);
  if (created.done) return { result: 'created', connection: { ...connection, ...sync } };
  return renew(table, user_id, id, renewal);
}

/**
 * Returns the attributes that make a connection due for a sync at once. They are empty if workouts
 * of the type cannot be imported.
 */
function planImmediateSync(
  user_id: string,
  { id, type }: Pick<RemoteConnection, 'id' | 'type'>,
  now: Date,
): SyncState {
  if (!isImportable(type)) return {};
  const due = toDueAttributes({ user_id, remote_connection_id: id }, now);
  return { status: 'syncing', ...due };
}

/**
 * Returns the id of the user's connection to an account, or undefined if there is none. Throws
 * `validation_failed` if the user already has the maximum number of other connections.
 */
async function findConnectedId(
  table: Table<'query'>,
  user_id: string,
  { type, remote_id }: ProviderAccount,
): Promise<string | undefined> {
  const existing = await table.query<RemoteConnection>(keys.remoteConnections(user_id));
  const connected = existing.find(
    (other) => other.type === type && other.remote_id === remote_id,
  );
  if (connected || existing.length < maxRemoteConnections) return connected?.id;

  const message = `a user can have at most ${maxRemoteConnections} remote connections`;
  throw serviceError('validation_failed', { failures: { __all__: [message] } });
}

/** Replaces the credentials of a connection. Throws `unavailable` if it was deleted meanwhile. */
async function renew(
  table: Table<'update'>,
  user_id: string,
  id: string,
  renewal: SyncState & { provider_tokens: Envelope },
): Promise<ConnectionResult> {
  const key = keys.remoteConnection(user_id, id);
  const remove = [
    // A subscription may have ended with the earlier access.
    'webhook_subscribed',
    // A sync that is running must not replace the new tokens, nor report that they are rejected.
    'sync_lease',
    'sync_lease_until',
  ];
  const change = { set: { ...renewal }, remove };
  const renewed = await table.update<StoredConnection>(key, change, exists);
  if (!renewed.done) throw serviceError('unavailable');
  const { provider_tokens: _, ...connection } = renewed.item;
  return { result: 'renewed', connection };
}

/**
 * Returns the credentials of one of the user's connections, or undefined if there is none. Throws
 * if they were encrypted for another user, connection or type, or with another key.
 */
export async function findCredentials(
  { table, dataKeys }: CredentialStore<'get'>,
  user_id: string,
  id: string,
): Promise<ProviderCredentials | undefined> {
  const item = await table.get<StoredConnection>(keys.remoteConnection(user_id, id));
  return item && decryptCredentials(user_id, { ...item, id }, dataKeys);
}
