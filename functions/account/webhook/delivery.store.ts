import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { getEach } from '#shared/table/get-each.ts';
import type { ListedEntry, Table } from '#shared/table/table.ts';
import { deliveryKeys } from './delivery.keys.ts';
import {
  buildDelivery,
  parseDeliveryId,
  toDeliveryKey,
  toListedAttributes,
  type WebhookDelivery,
} from './delivery.ts';
import type { Webhook } from './webhook.ts';

/** What names a webhook. */
export type WebhookIds = Pick<Webhook, 'client_id' | 'id'>;

/** Returns a delivery of an event to a webhook, or undefined if it does not exist. */
export function findDelivery(
  table: Table<'get'>,
  webhook_id: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const { event_id, user_id } = parseDeliveryId(id);
  const key = deliveryKeys.webhookDelivery(user_id, `${webhook_id}#${event_id}`);
  return table.get<WebhookDelivery>(key);
}

/**
 * Lists deliveries of a webhook: first those that wait, by the time of their next try, then those
 * that have ended, by the time of their last one. `after` is the `collection_sk` of the last one.
 */
export async function listDeliveries(
  table: Table<'get' | 'query'>,
  webhook_id: string,
  page: { after?: string | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  const collection = deliveryKeys.webhookDeliveries(webhook_id);
  const entries = await table.queryPage<ListedEntry>({ collection, ...page });
  return getEach<WebhookDelivery>(table, entries);
}

/** A request to send what is due to a webhook. Its write makes a message for the consumer. */
export interface WebhookJob {
  id: string;
  webhook_id: string;
  /** If present, the events since this time are sent again before (ISO 8601). */
  since?: string;
  /** The id of the last grant of the application whose user's events were sent again. */
  after?: string;
  /** Epoch seconds after which the table deletes a job that was lost. */
  ttl: number;
}

/** Seconds for which the table keeps a job. */
const jobLifetime = 24 * 60 * 60;

/** Requests what is due to be sent to a webhook, and the events since a time again. */
export async function requestJob(
  table: Table<'put'>,
  { client_id, id: webhook_id }: WebhookIds,
  job: Pick<WebhookJob, 'since' | 'after'>,
  now: Date,
): Promise<void> {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + jobLifetime;
  const key = deliveryKeys.webhookJob(client_id, id);
  await table.put<WebhookJob>({ ...key, id, webhook_id, ...job, ttl }, isNew);
}

/** Sends a delivery again, with all its tries. Returns false if it no longer exists. */
export async function resendDelivery(
  table: Table<'put'>,
  { event, ...delivery }: WebhookDelivery,
  now: Date,
): Promise<boolean> {
  if (!event) return false;
  const pending = buildDelivery({ ...delivery, event }, now);
  const item = { ...toDeliveryKey(pending), ...toListedAttributes(pending), ...pending };
  const { done } = await table.put<WebhookDelivery>(item, exists);
  const { client_id, webhook_id } = pending;
  if (done) await requestJob(table, { client_id, id: webhook_id }, {}, now);
  return done;
}
