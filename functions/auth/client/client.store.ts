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
import type { Client } from './client.ts';
import { Registration } from './registration.ts';

/** How long a replaced secret goes on working, so that an application can change over without a gap. */
const overlapMilliseconds = 24 * 60 * 60 * 1000;

/** An application together with a secret that is shown this once. */
export interface ClientWithSecret {
  client: Client;
  client_secret: string;
}

/** The application of that client id, disabled ones included. */
export async function find(table: Table<'get'>, client_id: string): Promise<Client | undefined> {
  return isId(client_id) ? table.get<Client>(keys.client(client_id)) : undefined;
}

/** All applications in the order of their registration. */
export async function list(table: Table<'get' | 'query'>): Promise<Client[]> {
  const entries = await table.query<{ collection_sk: string }>({ collection: keys.clients() });
  const found = await Promise.all(entries.map(({ collection_sk }) => find(table, collection_sk)));
  return found.filter((client) => client !== undefined);
}

/**
 * Registers an application. Its service principal is written first, as a user without a sign-in: alone it is of no
 * use to anyone, and with the application every token's `user_href` leads somewhere (decisions A2, M8). Throws
 * `validation_failed`, with every problem of the registration.
 */
export async function create(
  table: Table<'put'>,
  registration: Registration,
  now: Date,
): Promise<ClientWithSecret> {
  const { name, native, pkce_required = native, ...rest } = parseOrFail(Registration, registration);
  const client_id = newId(now);
  const client_secret = newClientSecret();
  const created_datetime = now.toISOString();
  const client: Client = {
    client_id,
    name,
    native,
    pkce_required,
    ...rest,
    secrets: [{ digest: toDigest(client_secret), created_datetime }],
    created_datetime,
  };
  const user_id = toServicePrincipal(client_id);
  const profile = {
    id: user_id,
    username: name,
    display_name: name,
    date_joined: created_datetime,
  };
  await table.put({ ...keys.user(user_id), ...profile }, isNew);
  const place = { collection: keys.clients(), collection_sk: client_id };
  await table.put({ ...keys.client(client_id), ...place, ...client }, isNew);
  return { client, client_secret };
}

/**
 * Gives an application a new secret; the one before it works for 24 hours more, and any older one ends now. Undefined
 * where there is no such application, or somebody else changed it at the same moment. Throws `validation_failed` where it is
 * disabled.
 */
export async function rotateSecret(
  table: Table<'get' | 'update'>,
  client_id: string,
  now: Date,
): Promise<ClientWithSecret | undefined> {
  const current = await find(table, client_id);
  if (!current) return undefined;
  if (current.disabled_datetime) {
    const failures = { application: ['is disabled'] };
    throw serviceError('validation_failed', { failures });
  }
  const client_secret = newClientSecret();
  const [replaced] = current.secrets;
  const secrets = [
    { digest: toDigest(client_secret), created_datetime: now.toISOString() },
    ...(replaced
      ? [
          {
            ...replaced,
            expires_datetime: new Date(now.getTime() + overlapMilliseconds).toISOString(),
          },
        ]
      : []),
  ];
  const outcome = await table.update<Client>(
    keys.client(client_id),
    { set: { secrets } },
    unchangedSince(current),
  );
  return outcome.done ? { client: outcome.row, client_secret } : undefined;
}

/**
 * Refuses the application from now on and revokes all that it was granted, because the authorizer reads nothing but
 * the grant. A repeat completes what was interrupted. Undefined where there is no such application.
 */
export async function disable(
  table: Table<'query' | 'update'>,
  client_id: string,
  now: Date,
): Promise<Client | undefined> {
  const outcome = await table.update<Client>(
    keys.client(client_id),
    { setIfAbsent: { disabled_datetime: now.toISOString() } },
    exists,
  );
  if (!outcome.done) return undefined;
  await revocations.revokeAllOfClient(table, client_id, now);
  return outcome.row;
}
