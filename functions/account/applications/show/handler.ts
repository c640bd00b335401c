import { servePage } from '#functions/account/account-handler.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import { listChoices } from '#functions/auth/data-policy/provider-choice.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { requireFound } from '#shared/http/handler.ts';
import type { Table } from '#shared/table/table.ts';
import { renderApplicationsPage } from '../applications.page.ts';
import {
  type ConnectedClient,
  listConnectedClients,
  maxDescribedClients,
  type ShownClient,
} from '../connected-client.ts';
import { renderReadsPage } from '../reads.page.ts';
import { listReads } from '../reads.store.ts';
import { listReaders } from '../reads.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(
  endpoint,
  'applications',
  async ({ table, query, now, fail }, account) => {
    const { profile } = account;
    const [userGrants, marks] = await Promise.all([
      grants.listByUser(table, profile.id),
      listReads(table, profile.id, now),
    ]);
    const readers = listReaders(marks, userGrants);
    const id = query.reads;
    if (id !== '') {
      const reader = readers.find(({ client_id }) => client_id === id);
      const found = requireFound(reader, { kind: 'application', id }, fail);
      return renderReadsPage(found, account);
    }
    const applications = await loadApplications(table, userGrants, { profile, now });
    return renderApplicationsPage({ applications, readers }, account);
  },
);

/** Lists the clients with access to a user's data, the last allowed ones first. */
async function loadApplications(
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
