import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { SetQuotas } from '#functions/auth/quota/quota.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newClientSecret } from '#shared/auth/tokens.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { compact } from '#shared/runtime/compact.ts';
import { daySeconds } from '#shared/runtime/time.ts';
import { exists, unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { clientKeys } from './client.keys.ts';
import { find } from './client.store.ts';
import {
  type Client,
  type ClientSecret,
  type ClientWithSecret,
  isEnabled,
  toStoredSecret,
} from './client.ts';
import { toLogoDeletions } from './client-logo.store.ts';
import { type ChangeableField, Registration } from './registration.ts';

/** The members of a client that can be removed. */
export type RemovableMember =
  | 'own'
  | 'client_uri'
  | 'policy_uri'
  | 'contact'
  | 'post_logout_redirect_uris';

/** A change of a client: new values, and the optional members to remove. */
export interface ClientChange {
  set: Partial<Pick<Registration, ChangeableField>>;
  remove: readonly RemovableMember[];
}

/**
 * Changes a client, and in the same transaction its service principal if the name changes. Existing
 * grants keep their scopes. Returns undefined if the client does not exist or was changed at the
 * same time.
 *
 * Throws `validation_failed` with every problem.
 */
export async function updateClient(
  table: Table<'get' | 'update' | 'delete' | 'transact'>,
  client_id: string,
  change: ClientChange,
): Promise<Client | undefined> {
  const current = await find(table, client_id);
  return current && changeClient(table, current, change);
}

/** Changes a client as it was read, in the same way as `updateClient`. */
export async function changeClient(
  table: Table<'get' | 'update' | 'delete' | 'transact'>,
  client: Client,
  change: ClientChange,
): Promise<Client | undefined> {
  const isDone = await writeClientChanges(table, toClientChanges(client, change));
  return isDone ? find(table, client.client_id) : undefined;
}

/** The members that only releases before 0.7.0 write, and that a change removes. */
const leftMembers = ['has_logo', 'proposed'] as const;

/** Returns the changes of a client as it was read, and what a release before 0.7.0 has left. */
function toClientChanges(
  current: Client,
  { set, remove }: ClientChange,
): TransactionChange<'update' | 'delete'>[] {
  // Some rules depend on several fields, so unchanged ones are validated as well.
  const { name, redirect_uris, grant_types, native, scopes, default_scopes } = current;
  const unchanged = compact({
    name,
    redirect_uris: [...redirect_uris],
    grant_types: [...grant_types],
    native,
    scopes: scopes && [...scopes],
    default_scopes: default_scopes && [...default_scopes],
  });
  const fields = { ...unchanged, ...set };
  const accepted = parseOrFail(Registration, fields);
  const { client_id } = current;
  const update = clientKeys.client(client_id);
  const left = leftMembers.filter((member) => current[member] !== undefined);
  const change = { set: { ...compact(accepted) }, remove: [...remove, ...left] };
  const changed = { update, change, condition: unchangedSince(current) };
  const isRenamed = accepted.name !== current.name;
  const renaming = isRenamed ? [toRenaming(client_id, accepted.name)] : [];
  return [changed, ...renaming, ...toLogoDeletions(current)];
}

/** Writes the changes of a client. Returns false if it was changed at the same time. */
async function writeClientChanges(
  table: Table<'update' | 'delete' | 'transact'>,
  changes: readonly TransactionChange<'update' | 'delete'>[],
): Promise<boolean> {
  const [first, ...others] = changes;
  if (first && 'update' in first && others.length === 0) {
    const { update, change, condition } = first;
    return (await table.update(update, change, condition)).done;
  }
  return meetsConditions(await table.transact(changes));
}

/** Returns the change of the service principal's name, which the client sees as its user's. */
function toRenaming(client_id: string, name: string): TransactionChange<'update'> {
  return {
    update: identityKeys.user(toServicePrincipal(client_id)),
    change: { set: { username: name, display_name: name } },
    condition: exists,
  };
}

/**
 * Sets limits of a client, or removes all if they are undefined. Returns undefined if the client
 * does not exist or was changed at the same time.
 */
export async function setQuotas(
  table: Table<'get' | 'update'>,
  client_id: string,
  limits: SetQuotas | undefined,
): Promise<Client | undefined> {
  const current = await find(table, client_id);
  if (!current) return undefined;
  const change = limits
    ? { set: { limits: { ...current.limits, ...limits } } }
    : { remove: ['limits'] };
  const key = clientKeys.client(client_id);
  const outcome = await table.update<Client>(key, change, unchangedSince(current));
  return outcome.done ? outcome.item : undefined;
}

/** A replaced secret works for this time, so that a client can switch without downtime. */
const overlapMillis = daySeconds * 1000;

/**
 * Gives a client a new secret. The current secret works for 24 more hours, and older secrets stop
 * working now. Returns undefined if the client does not exist or was changed at the same time.
 *
 * Throws `validation_failed` if the client is disabled or public.
 */
export async function rotateSecret(
  table: Table<'get' | 'update'>,
  client_id: string,
  now: Date,
): Promise<ClientWithSecret | undefined> {
  const current = await findWithSecrets(table, client_id);
  return current && rotateClientSecret(table, current, now);
}

/** Gives a client as it was read a new secret, as `rotateSecret` does. */
export async function rotateClientSecret(
  table: Table<'update'>,
  current: Client,
  now: Date,
): Promise<ClientWithSecret | undefined> {
  const [currentSecret] = current.secrets;
  const previousSecrets = currentSecret ? [expireSecret(currentSecret, now)] : [];
  return addSecret(table, current, previousSecrets, now);
}

/**
 * Gives a client a new secret and revokes all others at once, because one of them may have leaked.
 * Returns undefined if the client does not exist or was changed at the same time.
 *
 * Throws `validation_failed` if the client is disabled or public.
 */
export async function replaceSecrets(
  table: Table<'get' | 'update'>,
  client_id: string,
  now: Date,
): Promise<ClientWithSecret | undefined> {
  const current = await findWithSecrets(table, client_id);
  if (!current) return undefined;
  return addSecret(table, current, [], now);
}

/**
 * Revokes all secrets of a client except the current one. Returns undefined if the client does not
 * exist or was changed at the same time.
 *
 * Throws `validation_failed` if the client is disabled or public.
 */
export async function revokeReplacedSecrets(
  table: Table<'get' | 'update'>,
  client_id: string,
): Promise<Client | undefined> {
  const current = await findWithSecrets(table, client_id);
  if (!current) return undefined;
  const currentSecret = current.secrets.slice(0, 1);
  return setSecrets(table, current, currentSecret);
}

async function addSecret(
  table: Table<'update'>,
  current: Client,
  previousSecrets: readonly ClientSecret[],
  now: Date,
): Promise<ClientWithSecret | undefined> {
  const client_secret = newClientSecret();
  const secrets = [toStoredSecret(client_secret, now), ...previousSecrets];
  const client = await setSecrets(table, current, secrets);
  return client && { client, client_secret };
}

async function setSecrets(
  table: Table<'update'>,
  current: Client,
  secrets: readonly ClientSecret[],
): Promise<Client | undefined> {
  const key = clientKeys.client(current.client_id);
  const change = { set: { secrets } };
  const outcome = await table.update<Client>(key, change, unchangedSince(current));
  return outcome.done ? outcome.item : undefined;
}

/** Returns a client whose secrets can change. Throws as `rotateSecret` does. */
async function findWithSecrets(
  table: Table<'get'>,
  client_id: string,
): Promise<Client | undefined> {
  const client = await find(table, client_id);
  const problem = client && findSecretProblem(client);
  if (!problem) return client;
  throw serviceError('validation_failed', { failures: { application: [problem] } });
}

function findSecretProblem(client: Client): string | undefined {
  if (!isEnabled(client)) return 'is disabled';
  return client.public ? 'is public and has no secret' : undefined;
}

/** Returns a secret that expires after the overlap. */
function expireSecret(secret: ClientSecret, now: Date): ClientSecret {
  const expiresAt = new Date(now.getTime() + overlapMillis);
  return { ...secret, expires_datetime: expiresAt.toISOString() };
}
