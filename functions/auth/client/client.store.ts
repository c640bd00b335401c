import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { findProfile } from '#functions/auth/identity/identity.store.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newClientSecret } from '#shared/auth/tokens.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { isId, newId } from '#shared/runtime/ids.ts';
import { exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { ListedEntry, Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { clientKeys } from './client.keys.ts';
import type { ClientMail } from './client.mail.ts';
import {
  type Client,
  type ClientWithSecret,
  referenceClient,
  referenceClientId,
  toStoredSecret,
} from './client.ts';
import { findClientIdUrlFault } from './client-id-url.ts';
import { type ChangeableField, Registration } from './registration.ts';

/** Returns a client, even a disabled one, or undefined if no client has the id. */
export async function find(
  table: Table<'get'>,
  client_id: string,
): Promise<Client | undefined> {
  if (client_id === referenceClientId) return referenceClient;
  const isUrl = findClientIdUrlFault(client_id) === undefined;
  if (!isUrl && !isId(client_id)) return undefined;
  return table.get<Client>(clientKeys.client(client_id));
}

/** Lists all clients in the order of their registration. */
export async function list(table: Table<'getEach' | 'query'>): Promise<Client[]> {
  const collection = clientKeys.clients();
  return getExisting<Client>(table, await table.query<Key>({ collection }));
}

/** Lists the ids of all clients in the order of their registration. */
export async function listClientIds(table: Table<'query'>): Promise<string[]> {
  const collection = clientKeys.clients();
  const entries = await table.query<ListedEntry>({ collection });
  return entries.map(({ collection_sk }) => collection_sk);
}

/** Registers a client. Throws `validation_failed` with every problem of the registration. */
export async function create(
  table: Table<'put' | 'transact'>,
  registration: Registration,
  now: Date,
): Promise<ClientWithSecret> {
  const created = buildClient(registration, now);
  await store(table, created.client);
  return created;
}

/**
 * Returns a new client and its secret, and stores neither. Throws `validation_failed` with every
 * problem of the registration.
 */
export function buildClient(registration: Registration, now: Date): ClientWithSecret {
  const {
    name,
    native,
    pkce_required = native,
    ...otherFields
  } = parseOrFail(Registration, registration);
  const client_secret = newClientSecret();
  const client: Client = {
    client_id: newId(now),
    name,
    native,
    pkce_required,
    ...otherFields,
    secrets: [toStoredSecret(client_secret, now)],
    created_datetime: now.toISOString(),
  };
  return { client, client_secret };
}

/** The fields of a new public client that can be chosen. wire.md A21 fixes the others. */
export type PublicRegistration = Pick<Registration, ChangeableField>;

/**
 * Registers a public client, which has no secret: PKCE protects its codes (RFC 9700 section 2.1.1).
 * It is registered as a native client, so the user is always asked for consent.
 *
 * Throws `validation_failed` with every problem of the registration.
 */
export async function createPublic(
  table: Table<'put' | 'transact'>,
  registration: PublicRegistration,
  now: Date,
): Promise<Client> {
  const client = buildPublicClient(registration, now);
  await store(table, client);
  return client;
}

/** Returns a new public client, and does not store it. Throws as `createPublic` does. */
export function buildPublicClient(registration: PublicRegistration, now: Date): Client {
  const fields = parseOrFail(Registration, {
    ...registration,
    grant_types: ['authorization_code', 'refresh_token'],
    native: true,
  });
  return {
    client_id: newId(now),
    ...fields,
    pkce_required: true,
    public: true,
    secrets: [],
    created_datetime: now.toISOString(),
  };
}

async function store(table: Table<'put' | 'transact'>, client: Client): Promise<void> {
  const result = await table.transact(toClientCreation(client));
  if (!meetsConditions(result)) throw new Error('The client is not stored.');
}

/**
 * Returns the changes that store a client and its service principal, which is a user that cannot
 * sign in. So the `user_href` of a token always leads to a user.
 */
export function toClientCreation(client: Client): TransactionChange<'put'>[] {
  const { client_id, name, created_datetime: date_joined } = client;
  const id = toServicePrincipal(client_id);
  const principal = { id, username: name, display_name: name, date_joined };
  const listed = { collection: clientKeys.clients(), collection_sk: client_id };
  return [
    { put: { ...clientKeys.client(client_id), ...listed, ...client }, condition: isNew },
    { put: { ...identityKeys.user(id), ...principal }, condition: isNew },
  ];
}

/**
 * Disables a client. All its tokens stop working within a minute, because the authorizer reads the
 * client. Returns undefined if the client does not exist.
 */
export async function disable(
  table: Table<'update'>,
  client_id: string,
  now: Date,
): Promise<Client | undefined> {
  const change = { setIfAbsent: { disabled_datetime: now.toISOString() } };
  const key = clientKeys.client(client_id);
  const outcome = await table.update<Client>(key, change, exists);
  return outcome.done ? outcome.item : undefined;
}

/**
 * Enables a disabled client. Its grants work again, unless they have expired. If it waited for the
 * approval of a release before 0.7.0, its owner gets a mail. Returns undefined if the client does
 * not exist or was changed at the same time.
 */
export async function enable(
  table: Table<'get' | 'update'>,
  client_id: string,
): Promise<Client | undefined> {
  const client = await find(table, client_id);
  if (!client) return undefined;
  const mail = client.approval ? await toOwnerMail(table, client) : {};
  const change = { set: { ...mail }, remove: ['disabled_datetime', 'approval'] };
  const key = clientKeys.client(client_id);
  const outcome = await table.update<Client>(key, change, unchangedSince(client));
  return outcome.done ? outcome.item : undefined;
}

/** Returns the attributes that request a mail to the owner of a client, if it has one. */
async function toOwnerMail(
  table: Table<'get'>,
  { name, owner_id = '' }: Client,
): Promise<Partial<MailAttributes>> {
  const owner = await findProfile(table, owner_id);
  if (!owner) return {};
  return createMailAttributes<ClientMail>({
    template: 'application_approved',
    to: owner.email,
    language: owner.locale ?? 'en',
    application: name,
  });
}
