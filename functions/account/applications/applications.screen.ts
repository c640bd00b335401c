import * as z from 'zod/mini';
import { defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { ChoiceFields } from '#functions/auth/data-policy/choice-fields.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import { applyChoice, listChoices } from '#functions/auth/data-policy/provider-choice.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { listOptedInTypes } from '#functions/auth/grant/opted-in-types.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { requireFound } from '#shared/http/handler.ts';
import type { Table } from '#shared/table/table.ts';
import { renderApplicationsPage } from './applications.page.ts';
import { type ApplicationsNotice, applicationsTexts } from './applications.texts.ts';
import {
  type ConnectedClient,
  listConnectedClients,
  maxDescribedClients,
  type ShownClient,
} from './connected-client.ts';
import { renderReadsPage } from './reads.page.ts';
import { listReads } from './reads.store.ts';
import { listReaders } from './reads.ts';

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

export default defineScreen({
  page: 'applications',
  section: 'privacy',
  link: { texts: applicationsTexts },
  summary: 'Show the applications with access, and what they have read',
  query: { reads: FormField },
  errors: ['not_found'],
  table: ['query'],
  storeCalls: {
    max: 3 + maxDescribedClients,
    reason:
      'the grants, what applications have read and the data policies are read, and for each of ' +
      '20 applications its client',
  },
  async load({ table, query: { reads: id }, now, fail }, { profile }) {
    const [userGrants, marks] = await Promise.all([
      grants.listByUser(table, profile.id),
      listReads(table, profile.id, now),
    ]);
    const readers = listReaders(marks, userGrants);
    if (id === '') {
      const applications = await loadApplications(table, userGrants, { profile, now });
      return { applications, readers };
    }
    const reader = readers.find(({ client_id }) => client_id === id);
    return { reader: requireFound(reader, { kind: 'application', id }, fail) };
  },
  render: (shown, account) =>
    'reader' in shown
      ? renderReadsPage(shown.reader, account)
      : renderApplicationsPage(shown, account),

  defaultForm: 'revoke',
  forms: {
    revoke: form({
      summary: "Revoke an application's access",
      example: { fields: { client_id: 'x' } },
      fields: {
        client_id: FormField,
        /** The grant of one installation, of several with the same client id. */
        grant_id: FormField,
      },
      table: ['query', 'update', 'delete', 'transact'],
      storeCalls: {
        max: 98,
        reason:
          'the grants are queried, 100 of them are changed by one transaction, and a second ' +
          'query finds no more',
      },
      audit: 'consent_withdrawn',
      async submit({ table, body: { client_id, grant_id }, now }, { session }) {
        const { user_id } = session;
        const isRevoked =
          grant_id === ''
            ? (await revocations.revokeAllOfUserAndClient(
                table,
                user_id,
                client_id,
                now,
              )) > 0
            : await revocations.revokeOne(table, { user_id, client_id, grant_id }, now);
        if (!isRevoked) return unchanged<ApplicationsNotice>('access_removed');
        return done<ApplicationsNotice>('access_removed', { subject: { client_id } });
      },
    }),

    /** Changes whose workouts the application sees, in all its grants. */
    choose_providers: form({
      summary: 'Choose the providers whose workouts it sees',
      fields: {
        ...ChoiceFields.shape,
        client_id: FormField,
        /** Absent for the interfaces. */
        audience: z.optional(z.literal('mcp')),
      },
      table: ['query', 'update', 'transact'],
      storeCalls: { max: 98, reason: 'the grants are queried and changed' },
      audit: 'consent_changed',
      async submit({ table, body, now }, { session: { user_id } }) {
        const { client_id, audience } = body;
        const access = { client_id, audience };
        const userGrants = await grants.listByUser(table, user_id);
        const types = applyChoice(listOptedInTypes(userGrants, access, now), body);
        const change = { user_id, ...access };
        const isChanged = await setOptedInTypes(table, change, types, now);
        if (!isChanged) return unchanged<ApplicationsNotice>('providers_chosen');
        return done<ApplicationsNotice>('providers_chosen', { subject: { client_id } });
      },
    }),
  },
});
