import * as clients from '#functions/auth/client/client.store.ts';
import { findLogo } from '#functions/auth/client/client-logo.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ConnectedClient,
  listConnectedClients,
  maxDescribedClients,
  type ShownClient,
} from './connected-client.ts';

/** Lists the clients with access to a user's data, the last allowed ones first. */
export async function loadApplications(
  table: Table<'get' | 'query'>,
  user_id: string,
  now: Date,
): Promise<ShownClient[]> {
  const userGrants = await grants.listByUser(table, user_id);
  const connected = listConnectedClients(userGrants, now).reverse();
  const described = connected.slice(0, maxDescribedClients);
  const shown = await Promise.all(described.map((client) => describe(table, client)));
  return [...shown, ...connected.slice(maxDescribedClients)];
}

async function describe(
  table: Table<'get'>,
  connected: ConnectedClient,
): Promise<ShownClient> {
  const { client_id } = connected;
  const client = await clients.find(table, client_id);
  const logo = client?.has_logo && (await findLogo(table, client_id));
  return { ...connected, links: client, logo };
}
