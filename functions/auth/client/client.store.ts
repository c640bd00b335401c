import { toServicePrincipal } from '#shared/auth/principal.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { newClientSecret } from '#shared/auth/tokens.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { isId, newId } from '#shared/runtime/ids.ts';
import { exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import * as revocations from '../grant/revocation.store.ts';
import type { Client, ClientSecret } from './client.ts';
import { Registration } from './registration.ts';

/** How long a replaced secret still works, so that a client can switch without downtime. */
const overlapMillis = 24 * 60 * 60 * 1000;

/** An entry in the index of all clients. */
interface ListedClient {
  collection_sk: string;
}

/** A client and its new secret, which cannot be read again. */
export interface ClientWithSecret {
  client: Client;
  client_secret: string;
}

/** Returns the client of an id, even a disabled one. */
export async function find(
  table: Table<'get'>,
  client_id: string,
): Promise<Client | undefined> {
  if (!isId(client_id)) return undefined;
  return table.get<Client>(keys.client(client_id));
}

/** Lists all clients in the order of their registration. */
export async function list(table: Table<'get' | 'query'>): Promise<Client[]> {
  const collection = keys.clients();
  const entries = await table.query<ListedClient>({ collection });
  const reads = entries.map((entry) => find(table, entry.collection_sk));
  const clients = await Promise.all(reads);
  return clients.filter((client) => client !== undefined);
}

/**
 * Registers a client. Its service principal is written first, as a user without a sign-in: the
 * `user_href` of a token must lead to a user (decisions A2, M8).
 *
 * Throws `validation_failed` with every problem of the registration.
 */
export async function create(
  table: Table<'put'>,
  registration: Registration,
  now: Date,
): Promise<ClientWithSecret> {
  const {
    name,
    native,
    pkce_required = native,
    ...rest
  } = parseOrFail(Registration, registration);
  const client_secret = newClientSecret();
  const client: Client = {
    client_id: newId(now),
    name,
    native,
    pkce_required,
    ...rest,
    secrets: [toStoredSecret(client_secret, now)],
    created_datetime: now.toISOString(),
  };
  await store(table, client);
  return { client, client_secret };
}

/** The fields of a new public client. All others follow from decision A21. */
export type PublicRegistration = Pick<Registration, 'name' | 'redirect_uris' | 'scopes'>;

/**
 * Registers a public client, which has no secret: PKCE protects its codes (RFC 9700 section 2.1.1).
 * Its redirect URIs follow the rules of a native client, so the user is always asked for consent.
 *
 * Throws `validation_failed` with every problem of the registration.
 */
export async function createPublic(
  table: Table<'put'>,
  registration: PublicRegistration,
  now: Date,
): Promise<Client> {
  const fields = parseOrFail(Registration, {
    ...registration,
    grant_types: ['authorization_code', 'refresh_token'],
    native: true,
  });
  const client: Client = {
    client_id: newId(now),
    ...fields,
    pkce_required: true,
    public: true,
    secrets: [],
    created_datetime: now.toISOString(),
  };
  await store(table, client);
  return client;
}

async function store(table: Table<'put'>, client: Client): Promise<void> {
  await createServicePrincipal(table, client);
  const { client_id } = client;
  const key = keys.client(client_id);
  const listed = { collection: keys.clients(), collection_sk: client_id };
  await table.put({ ...key, ...listed, ...client }, isNew);
}

async function createServicePrincipal(
  table: Table<'put'>,
  client: Client,
): Promise<void> {
  const id = toServicePrincipal(client.client_id);
  const profile = {
    id,
    username: client.name,
    display_name: client.name,
    date_joined: client.created_datetime,
  };
  const key = keys.user(id);
  await table.put({ ...key, ...profile }, isNew);
}

function toStoredSecret(client_secret: string, now: Date): ClientSecret {
  return {
    digest: toDigest(client_secret),
    created_datetime: now.toISOString(),
  };
}

/**
 * Gives a client a new secret. The previous one works for 24 more hours, older ones end now.
 * Returns undefined if the client does not exist or was changed at the same time.
 *
 * Throws `validation_failed` if the client is disabled or public.
 */
export async function rotateSecret(
  table: Table<'get' | 'update'>,
  client_id: string,
  now: Date,
): Promise<ClientWithSecret | undefined> {
  const current = await find(table, client_id);
  if (!current) return undefined;
  const problem = findRotationProblem(current);
  if (problem) {
    const failures = { application: [problem] };
    throw serviceError('validation_failed', { failures });
  }

  const client_secret = newClientSecret();
  const [replaced] = current.secrets;
  const secrets = [toStoredSecret(client_secret, now)];
  if (replaced) secrets.push(expireSecret(replaced, now));
  const outcome = await table.update<Client>(
    keys.client(client_id),
    { set: { secrets } },
    unchangedSince(current),
  );
  return outcome.done ? { client: outcome.row, client_secret } : undefined;
}

function findRotationProblem(client: Client): string | undefined {
  if (client.disabled_datetime) return 'is disabled';
  return client.public ? 'is public and has no secret' : undefined;
}

function expireSecret(secret: ClientSecret, now: Date): ClientSecret {
  const expiresAt = new Date(now.getTime() + overlapMillis);
  return { ...secret, expires_datetime: expiresAt.toISOString() };
}

/**
 * Disables a client and revokes its grants, because the authorizer reads only the grant. Repeat it
 * to complete an interrupted call. Returns undefined if the client does not exist.
 */
export async function disable(
  table: Table<'query' | 'update'>,
  client_id: string,
  now: Date,
): Promise<Client | undefined> {
  const change = { setIfAbsent: { disabled_datetime: now.toISOString() } };
  const key = keys.client(client_id);
  const outcome = await table.update<Client>(key, change, exists);
  if (!outcome.done) return undefined;

  await revocations.revokeAllOfClient(table, client_id, now);
  return outcome.row;
}
