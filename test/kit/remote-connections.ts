import type { NewRemoteConnection } from '#functions/main/remote-connection/new-remote-connection.ts';
import { createConnection } from '#functions/main/remote-connection/provider-credentials.store.ts';
import { configuredDataKeys } from '#shared/encryption/configured-data-keys.ts';
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

/** Connects a person as the operator's tools do, since no client can, and answers the connection's id. */
export async function addRemoteConnection(
  user_id: string,
  connection: Partial<NewRemoteConnection> = {},
  now = new Date(),
): Promise<string> {
  const newConnection = {
    type: 'garmin',
    remote_id: '8f2c61d0',
    access_token: 'access',
    ...connection,
  };
  const store = { table: table(), dataKeys: await configuredDataKeys() };
  return (await createConnection(store, user_id, newConnection, now)).id;
}
