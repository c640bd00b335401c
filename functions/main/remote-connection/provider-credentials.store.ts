import type { TableOperation } from '#shared/contract/store-operations.ts';
import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import { seal } from '#shared/encryption/envelope.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { NewRemoteConnection } from './new-remote-connection.ts';
import {
  type ConnectionRow,
  openCredentials,
  type ProviderCredentials,
  toEncryptionContext,
} from './provider-credentials.ts';
import { maxRemoteConnections, type RemoteConnection } from './remote-connection.ts';

/** The table that stores credentials, and the keys that encrypt them. */
interface CredentialStore<O extends TableOperation> {
  table: Table<O>;
  dataKeys: DataKeyProvider;
}

/**
 * Stores a new connection of a user and encrypts the provider's tokens. Throws `validation_failed`
 * with every problem, e.g. a type that accepts no new connections.
 */
export async function createConnection(
  { table, dataKeys }: CredentialStore<'put' | 'query'>,
  user_id: string,
  newConnection: NewRemoteConnection,
  now: Date,
): Promise<RemoteConnection> {
  const { type, remote_id, ...credentials } = parseOrFail(
    NewRemoteConnection,
    newConnection,
  );
  await requireCapacity(table, user_id);

  const connection = {
    id: newId(now),
    remote_id,
    type,
    created_datetime: now.toISOString(),
  };
  const context = toEncryptionContext(user_id, connection);
  const provider_tokens = await seal(JSON.stringify(credentials), context, dataKeys);
  const key = keys.remoteConnection(user_id, connection.id);
  await table.put<ConnectionRow>({ ...key, ...connection, provider_tokens }, isNew);
  return connection;
}

/** Throws `validation_failed` if the user has as many connections as a user can have. */
async function requireCapacity(table: Table<'query'>, user_id: string): Promise<void> {
  const existing = await table.query<RemoteConnection>(keys.remoteConnections(user_id));
  if (existing.length < maxRemoteConnections) return;
  const message = `a user can have at most ${maxRemoteConnections} remote connections`;
  throw serviceError('validation_failed', { failures: { __all__: [message] } });
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
  const row = await table.get<ConnectionRow>(keys.remoteConnection(user_id, id));
  return row && openCredentials(user_id, { ...row, id }, dataKeys);
}
