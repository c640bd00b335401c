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

/** A page of the deliveries of a webhook. */
export interface DeliveryPage {
  deliveries: WebhookDelivery[];
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
}

/** Sorts after the places of all deliveries in their collection. */
const endOfCollection = '~';

/**
 * Lists deliveries of a webhook: first those that wait, the latest next try first, then those that
 * have ended, the latest last try first. The first page has no cursor.
 */
export async function listDeliveries(
  table: Table<'get' | 'query'>,
  webhook_id: string,
  { cursor = endOfCollection, limit }: { cursor?: string | undefined; limit: number },
): Promise<DeliveryPage> {
  const entries = await table.queryPage<ListedEntry>({
    collection: deliveryKeys.webhookDeliveries(webhook_id),
    from: '',
    to: cursor,
    limit: limit + 1,
    isDescending: true,
  });
  const deliveries = await getEach<WebhookDelivery>(table, entries.slice(0, limit));
  return { deliveries, next: entries[limit]?.collection_sk };
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

/** What a job of a webhook sends again. */
type ResendRange = Pick<WebhookJob, 'since' | 'after'>;

/** Returns the change that requests a job, for the transaction of what needs it. */
export function toJobCreation(
  { client_id, id: webhook_id }: WebhookIds,
  range: ResendRange,
  now: Date,
) {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + jobLifetime;
  const key = deliveryKeys.webhookJob(client_id, id);
  const job: WebhookJob = { id, webhook_id, ...range, ttl };
  return { put: { ...key, ...job }, condition: isNew };
}

/** Requests what is due to be sent to a webhook, and the events since a time again. */
export async function requestJob(
  table: Table<'put'>,
  webhook: WebhookIds,
  range: ResendRange,
  now: Date,
): Promise<void> {
  const { put, condition } = toJobCreation(webhook, range, now);
  await table.put(put, condition);
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
