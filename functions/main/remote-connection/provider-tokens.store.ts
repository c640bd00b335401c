import type { DataKeyProvider } from '../../../shared/encryption/data-keys.ts';
import { type Envelope, open, seal } from '../../../shared/encryption/envelope.ts';
import { accept } from '../../../shared/http/validation.ts';
import { newId } from '../../../shared/runtime/ids.ts';
import { isNew } from '../../../shared/table/condition.ts';
import { keys } from '../../../shared/table/keys.ts';
import type { Table, TableOperation } from '../../../shared/table/table.ts';
import { NewRemoteConnection, ProviderTokens } from './new-remote-connection.ts';
import type { RemoteConnection } from './remote-connection.ts';

/** Where tokens lie, and what keeps them secret there. */
interface Vault<O extends TableOperation> {
  table: Table<O>;
  dataKeys: DataKeyProvider;
}

/** The whole row of a connection. */
type Row = RemoteConnection & { provider_tokens: Envelope };

/** What the tokens belong to: in any other row they are of no use. */
const contextOf = (user_id: string, { id, type }: Pick<RemoteConnection, 'id' | 'type'>) => ({
  user_id,
  remote_connection_id: id,
  type,
});

/**
 * Stores a new connection of a user, with the provider's tokens encrypted. Throws `invalid` with every problem, as
 * where the type accepts no new connections.
 */
export async function connect(
  { table, dataKeys }: Vault<'put'>,
  user_id: string,
  newConnection: NewRemoteConnection,
  now: Date,
): Promise<RemoteConnection> {
  const { type, remote_id, ...tokens } = accept(NewRemoteConnection, newConnection);
  const connection = { id: newId(now), remote_id, type, created_datetime: now.toISOString() };
  const provider_tokens = await seal(JSON.stringify(tokens), contextOf(user_id, connection), dataKeys);
  const key = keys.remoteConnection(user_id, connection.id);
  await table.put<Row>({ ...key, ...connection, provider_tokens }, isNew);
  return connection;
}

/**
 * The provider's tokens of one of the user's connections; undefined where there is none. Throws where they were
 * encrypted for another user, connection or type, or with another key.
 */
export async function findTokens(
  { table, dataKeys }: Vault<'get'>,
  user_id: string,
  id: string,
): Promise<ProviderTokens | undefined> {
  const row = await table.get<Row>(keys.remoteConnection(user_id, id));
  if (!row) return undefined;
  const tokens = await open(row.provider_tokens, contextOf(user_id, { id, type: row.type }), dataKeys);
  return ProviderTokens.parse(JSON.parse(tokens));
}
