import * as clients from '#functions/auth/client/client.store.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import { listChoices } from '#functions/auth/data-policy/provider-choice.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
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
  userGrants: readonly Grant[],
  {
    now,
    profile: { connected_types: connectedTypes },
  }: { now: Date; profile: UserProfile },
): Promise<ShownClient[]> {
  const settings = await loadProviderSettings(table);
  const connected = listConnectedClients(userGrants, now).reverse();
  const described = connected.slice(0, maxDescribedClients);
  const shown = await Promise.all(
    described.map(async (client) => {
      const members = await describe(table, client);
      const isOwn = members.own ?? false;
      const context = { ...client, isOwn, connectedTypes };
      return { ...client, ...members, choices: listChoices(settings, context) };
    }),
  );
  const others = connected.slice(maxDescribedClients);
  return [...shown, ...others.map((client) => ({ ...client, choices: [] }))];
}

async function describe(table: Table<'get'>, { client_id }: ConnectedClient) {
  const client = await clients.find(table, client_id);
  return { links: client, own: client?.own };
}
