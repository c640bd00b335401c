import { type DataKeyProvider, decryptEnvelope } from '#shared/encryption/envelope.ts';
import { isId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { webhookKeys } from './webhook.keys.ts';
import { toWebhookContext, type Webhook } from './webhook.ts';

/** Returns a webhook of an application, or undefined if it does not exist. */
export async function find(
  table: Table<'get'>,
  client_id: string,
  id: string,
): Promise<Webhook | undefined> {
  if (!isId(id)) return undefined;
  return table.get<Webhook>(webhookKeys.webhook(client_id, id));
}

/** Lists the webhooks of an application in the order of their creation. */
export function listOfClient(
  table: Table<'query'>,
  client_id: string,
): Promise<Webhook[]> {
  return table.query<Webhook>(webhookKeys.webhooks(client_id));
}

/**
 * Decrypts the secrets that sign a delivery: the current secret comes first, and the replaced one
 * follows until it expires.
 */
export function decryptSecrets(
  webhook: Webhook,
  dataKeys: DataKeyProvider,
  now: Date,
): Promise<string[]> {
  const { secret, previous_secret, previous_secret_expires_datetime = '' } = webhook;
  const isOverlap = previous_secret_expires_datetime > now.toISOString();
  const envelopes = previous_secret && isOverlap ? [secret, previous_secret] : [secret];
  const context = toWebhookContext(webhook);
  return Promise.all(
    envelopes.map((envelope) => decryptEnvelope(envelope, context, dataKeys)),
  );
}
