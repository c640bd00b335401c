import * as clients from '#functions/auth/client/client.store.ts';
import { type Client, isLiveSecret } from '#functions/auth/client/client.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Identity, UserProfile } from '#functions/auth/identity/identity.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { type ServiceError, serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import { isId, isLogHash, toLogHash } from '#shared/runtime/ids.ts';
import { requireOwner } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** Creates the `validation_failed` error of one field. */
export function createFieldError(field: string, problem: string): ServiceError {
  return serviceError('validation_failed', { failures: { [field]: [problem] } });
}

/** Describes the argument by which `requireUser` finds a user. */
export const userArgument = 'email address, id, or user_hash of a log line';

/**
 * Returns a user by their email or id, or by the hash of their id in the log. Throws `not_found` if
 * there is no such user.
 */
export async function requireUser(
  table: Table<'get' | 'query'>,
  identifier: string,
): Promise<UserProfile> {
  const user_id = await findUserId(table, identifier);
  const profile =
    user_id === undefined ? undefined : await identities.findProfile(table, user_id);
  return requireExisting(profile, identifier);
}

/** Returns a user who was looked up or changed. Throws `not_found` if there is none. */
export function requireExisting<User>(user: User | undefined, identifier: string): User {
  return requireFound(user, { kind: 'user', id: identifier }, serviceError);
}

/** Returns the identity with an email address. Throws `not_found` if no user has it. */
export async function requireIdentityByEmail(
  table: Table<'get'>,
  email: string,
): Promise<Identity> {
  const identity = await identities.findByEmail(table, email);
  return requireExisting(identity, email);
}

async function findUserId(
  table: Table<'get' | 'query'>,
  identifier: string,
): Promise<string | undefined> {
  if (isId(identifier)) return identifier;
  if (isLogHash(identifier)) return findIdByLogHash(table, identifier);
  const identity = await identities.findByEmail(table, identifier);
  return identity?.user_id;
}

/**
 * Returns the id of the user with this `user_hash` in the log, or undefined if no user has it. The
 * table does not store hashes, so this computes the hashes of all users.
 */
async function findIdByLogHash(
  table: Table<'query'>,
  hash: string,
): Promise<string | undefined> {
  for await (const id of listUserIds(table)) if (toLogHash(id) === hash) return id;
}

/** Lists the ids of all users. */
export async function* listUserIds(table: Table<'query'>): AsyncGenerator<string> {
  for await (const page of table.listKeys({ collection: identityKeys.users() }))
    yield* page.map(requireOwner);
}

export const clientIdArgument = ['<client-id>', 'client id of the application'] as const;

/** Returns the application with this id. Throws `not_found` if it does not exist. */
export async function findApplication(
  table: Table<'get'>,
  client_id: string,
): Promise<Client> {
  return requireApplication(await clients.find(table, client_id), client_id);
}

/** Returns an application that was changed. Throws `not_found` if it does not exist. */
export function requireApplication<T>(found: T | undefined, id: string): T {
  return requireFound(found, { kind: 'application', id }, serviceError);
}

/**
 * Returns what a change of an application returned. If it returned nothing, throws `not_found` if
 * the application does not exist, otherwise `validation_failed`.
 */
export async function requireChanged<T>(
  table: Table<'get'>,
  changed: T | undefined,
  client_id: string,
): Promise<T> {
  if (changed !== undefined) return changed;
  await findApplication(table, client_id);
  throw createFieldError('application', 'was changed at the same time; try again');
}

/** Returns an application as the command line shows it. */
export function toApplicationRow(client: Client, now: Date) {
  const liveSecrets = client.secrets.filter((secret) => isLiveSecret(secret, now));
  return {
    client_id: client.client_id,
    name: client.name,
    created_datetime: client.created_datetime,
    state: describeState(client),
    disabled_datetime: client.disabled_datetime ?? null,
    pinned_datetime: client.pinned_datetime ?? null,
    native: client.native,
    public: client.public ?? false,
    own: client.own ?? false,
    owner_id: client.owner_id ?? null,
    pkce_required: client.pkce_required,
    scopes: client.scopes ?? [fullScope],
    default_scopes: client.default_scopes ?? client.scopes ?? [fullScope],
    live_secrets: liveSecrets.length,
    grant_types: client.grant_types,
    redirect_uris: client.redirect_uris,
    post_logout_redirect_uris: client.post_logout_redirect_uris ?? [],
    home_page: client.client_uri ?? null,
    privacy_page: client.policy_uri ?? null,
    contact: client.contact ?? null,
  };
}

/** Returns whether an application works. One that is not approved is from before 0.7.0. */
function describeState({ disabled_datetime, approval }: Client): string {
  if (disabled_datetime) return 'disabled';
  return approval ? 'not_approved' : 'enabled';
}
