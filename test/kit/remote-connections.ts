import { connectAccount } from '#functions/connections/connection/credentials.store.ts';
import {
  decryptCredentials,
  type NewRemoteConnection,
  type ProviderCredentials,
  type StoredConnection,
} from '#functions/connections/connection/credentials.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { table } from './fixtures.ts';

/** A remote connection as a client sees it. */
export interface RemoteConnectionBody {
  remote_id: string;
  type: string;
  created_datetime: string;
  last_sync_time: string | null;
  _links: { self: [{ href: string; id: string }] };
}

/** A collection of remote connections. */
export interface RemoteConnectionList {
  _embedded: { remoteconnection: RemoteConnectionBody[] };
  _links: Record<'self' | 'next' | 'prev', [{ href: string }] | undefined>;
  total_count: number;
}

/**
 * Connects a user as the operator's tools do and returns the connection's id. Defaults to a new
 * account at the provider, because an account can have only one connection.
 */
export async function addRemoteConnection(
  user_id: string,
  connection: Partial<NewRemoteConnection> = {},
  now = new Date(),
): Promise<string> {
  const newConnection = {
    type: 'garmin',
    remote_id: newId(now),
    access_token: 'access',
    ...connection,
  };
  const store = { table: table(), dataKeys: openDataKeys() };
  const connected = await connectAccount(store, user_id, newConnection, now);
  if (connected.outcome === 'belongs_to_another_user')
    throw new Error('Another user has connected this account.');
  return connected.connection.id;
}

/**
 * Returns the credentials of one of the user's connections, or undefined if there is none. Throws
 * if they were encrypted for another user, connection or type, or with another key.
 */
export async function findCredentials(
  user_id: string,
  id: string,
): Promise<ProviderCredentials | undefined> {
  const key = originKeys.remoteConnection(user_id, id);
  const item = await table().get<StoredConnection>(key);
  return item && decryptCredentials(user_id, { ...item, id }, openDataKeys());
}
