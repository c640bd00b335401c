import { newSecret } from '#shared/auth/secrets.ts';
import type { TableOperation } from '#shared/contract/resources.ts';
import {
  type DataKeyProvider,
  decryptEnvelope,
  encryptEnvelope,
} from '#shared/encryption/envelope.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isNew, isPresent, unchangedSince } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { providerClientKeys } from './client.keys.ts';
import {
  NewProviderClient,
  type ProviderClientProfile,
  ProviderClientSecrets,
  type StoredProviderClient,
  toClientContext,
} from './client.ts';

/** Returns the client at a provider without its secrets, or undefined if there is none. */
export function find(
  table: Table<'get'>,
  type: string,
): Promise<ProviderClientProfile | undefined> {
  return table.get<ProviderClientProfile>(providerClientKeys.providerClient(type));
}

/** Removes the client at a provider. Returns whether it existed. */
export function deleteClient(table: Table<'delete'>, type: string): Promise<boolean> {
  const key = providerClientKeys.providerClient(type);
  // What is set for a provider that needs no client has the same key, and stays.
  return table.delete(key, { client_id: isPresent });
}

/** The table that stores clients, and the keys that encrypt their secrets. */
export interface ClientStore<O extends TableOperation> {
  table: Table<O>;
  dataKeys: DataKeyProvider;
}

/** A stored client, and its webhook secret if that was generated for it just now. */
export interface StoredClient {
  profile: ProviderClientProfile;
  generatedWebhookSecret?: string;
}

/**
 * Stores our client at a provider, and replaces an earlier client. Keeps the webhook secret unless
 * a new secret is given. A new client gets a random webhook secret.
 *
 * Throws `validation_failed` if the new client is invalid, and `unavailable` if another operator
 * stores a client at the same time.
 */
export async function setClient(
  { table, dataKeys }: ClientStore<'get' | 'put'>,
  newClient: NewProviderClient,
  now: Date,
): Promise<StoredClient> {
  const client = parseOrFail(NewProviderClient, newClient);
  const { type, client_id, client_secret, extra_scopes } = client;
  const key = providerClientKeys.providerClient(type);
  const previous = await table.get<StoredProviderClient>(key);
  const knownSecret =
    client.webhook_secret ??
    (previous && (await decryptSecrets(previous, dataKeys)).webhook_secret);
  const webhook_secret = knownSecret ?? newSecret();

  const secrets = JSON.stringify({ client_secret, webhook_secret });
  const client_secrets = await encryptEnvelope(secrets, toClientContext(type), dataKeys);
  const profile = compact({
    type,
    client_id,
    extra_scopes,
    sync_minutes: previous?.sync_minutes,
    updated_datetime: now.toISOString(),
  });
  const item = { ...key, ...profile, client_secrets };
  const { done } = await table.put(item, previous ? unchangedSince(previous) : isNew);
  if (!done) throw serviceError('unavailable', { cause: 'concurrent_changes' });
  return compact({
    profile,
    generatedWebhookSecret: knownSecret === undefined ? webhook_secret : undefined,
  });
}

export type DecryptedClient = ProviderClientProfile & ProviderClientSecrets;

/** Returns the client at a provider with its secrets, or undefined if there is none. */
export async function decryptClient(
  { table, dataKeys }: ClientStore<'get'>,
  type: string,
): Promise<DecryptedClient | undefined> {
  const item = await table.get<StoredProviderClient>(
    providerClientKeys.providerClient(type),
  );
  return item && { ...item, ...(await decryptSecrets(item, dataKeys)) };
}

async function decryptSecrets(
  { type, client_secrets }: StoredProviderClient,
  dataKeys: DataKeyProvider,
): Promise<ProviderClientSecrets> {
  const secrets = await decryptEnvelope(client_secrets, toClientContext(type), dataKeys);
  return ProviderClientSecrets.parse(tryParseJson(secrets));
}
