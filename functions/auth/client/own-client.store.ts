import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { equals, exists, hasFewerThan, unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { clientKeys } from './client.keys.ts';
import type { ClientMail } from './client.mail.ts';
import { find, toClientCreation } from './client.store.ts';
import { type Client, listOwnIds, maxOwnClients, type OwnClients } from './client.ts';
import { toLogoDeletions } from './client-logo.store.ts';

/** Lists the clients of a user in the order of their registration. */
export async function listOwn(
  table: Table<'get' | 'getEach'>,
  user_id: string,
): Promise<Client[]> {
  const own = await table.get<OwnClients>(clientKeys.ownApplications(user_id));
  const keys = listOwnIds(own ?? {}).map(clientKeys.client);
  return getExisting<Client>(table, keys);
}

/** Returns a client of a user. Another user's is undefined, as one that does not exist. */
export async function findOwn(
  table: Table<'get'>,
  user_id: string,
  client_id: string,
): Promise<Client | undefined> {
  const client = await find(table, client_id);
  return client?.owner_id === user_id ? client : undefined;
}

/**
 * Stores a new client of a user, and counts it by the same transaction, so that parallel requests
 * cannot exceed the limit. Returns undefined if the user has as many as allowed.
 */
export async function createOwn(
  table: Table<'put' | 'update' | 'transact'>,
  newClient: Client,
  owner_id: string,
): Promise<Client | undefined> {
  const client = { ...newClient, owner_id };
  const result = await table.transact([
    ...toClientCreation(client),
    {
      update: clientKeys.ownApplications(owner_id),
      change: { include: { client_ids: client.client_id } },
      condition: { client_ids: hasFewerThan(maxOwnClients) },
    },
  ]);
  return meetsConditions(result) ? client : undefined;
}

/**
 * Deletes a client of a user as it was read, with its service principal. The user can
 * then register another one. Returns false if the client has changed since.
 */
export async function deleteOwn(
  table: Table<'update' | 'delete' | 'transact'>,
  client: Client & { owner_id: string },
): Promise<boolean> {
  const { client_id, owner_id } = client;
  const principal = toServicePrincipal(client_id);
  const result = await table.transact([
    {
      delete: clientKeys.client(client_id),
      condition: { owner_id: equals(owner_id), ...unchangedSince(client) },
    },
    { delete: identityKeys.user(principal), condition: exists },
    {
      update: clientKeys.ownApplications(owner_id),
      change: { exclude: { client_ids: client_id } },
      condition: exists,
    },
    ...toLogoDeletions(client),
  ]);
  return meetsConditions(result);
}

/**
 * Disables the clients of a user whose data is being erased. They have no owner then, and no mail
 * address. Returns the ids of those that this call has changed.
 */
export async function releaseOwn(
  table: Table<'get' | 'getEach' | 'update'>,
  user_id: string,
  now: Date,
): Promise<string[]> {
  const isOwn = { owner_id: equals(user_id) };
  const released = (await listOwn(table, user_id)).map(async (client) => {
    const { client_id } = client;
    const change = {
      set: { ...toOperatorMail(client) },
      setIfAbsent: { disabled_datetime: now.toISOString() },
      remove: ['owner_id', 'contact'],
    };
    const { done } = await table.update(clientKeys.client(client_id), change, isOwn);
    return done ? [client_id] : [];
  });
  return (await Promise.all(released)).flat();
}

/** Returns the attributes that tell the operator by mail that a client has no owner any more. */
function toOperatorMail({ client_id, name }: Client): MailAttributes {
  return createMailAttributes<ClientMail>({
    template: 'application_without_owner',
    to: '',
    language: 'en',
    application: name,
    reference: client_id,
  });
}
