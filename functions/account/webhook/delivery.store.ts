import { newId } from '#shared/runtime/ids.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import {
  type Condition,
  equals,
  exists,
  isAbsent,
  isNew,
  unchangedSince,
} from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import type { ListedEntry, Table } from '#shared/table/table.ts';
import {
  buildDelivery,
  type PendingDelivery,
  parseDeliveryId,
  toDeliveryKey,
  toListedAttributes,
  type WebhookDelivery,
} from './delivery.ts';
import { webhookKeys } from './webhook.keys.ts';
import type { WebhookIds } from './webhook.ts';

/** Returns a delivery of an event to a webhook, or undefined if it does not exist. */
export function findDelivery(
  table: Table<'get'>,
  webhook_id: string,
  id: string,
): Promise<WebhookDelivery | undefined> {
  const { event_id, user_id } = parseDeliveryId(id);
  const key = webhookKeys.webhookDelivery(user_id, `${webhook_id}#${event_id}`);
  return table.get<WebhookDelivery>(key);
}

/** A page of the deliveries of a webhook. */
export interface DeliveryPage {
  deliveries: WebhookDelivery[];
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
}

/** Sorts before the places of all deliveries in their collection. A key cannot be empty. */
const startOfCollection = 'done#';

/** Sorts after the places of all deliveries in their collection. */
const endOfCollection = '~';

/**
 * Lists deliveries of a webhook: first those that wait, the latest next try first, then those that
 * have ended, the latest last try first. The first page has no cursor.
 */
export async function listDeliveries(
  table: Table<'getEach' | 'query'>,
  webhook_id: string,
  { cursor = endOfCollection, limit }: { cursor?: string | undefined; limit: number },
): Promise<DeliveryPage> {
  const entries = await table.queryPage<ListedEntry>({
    collection: webhookKeys.webhookDeliveries(webhook_id),
    from: startOfCollection,
    to: cursor > startOfCollection ? cursor : startOfCollection,
    limit: limit + 1,
    isDescending: true,
  });
  const deliveries = await getExisting<WebhookDelivery>(table, entries.slice(0, limit));
  return { deliveries, next: entries[limit]?.collection_sk };
}

/** Sorts after all times at which a delivery can be due. */
export const never = '~';

/** The start of the places of the deliveries that wait in their collection. */
const due = 'due#';

/**
 * Lists deliveries of a webhook that wait, the earliest next try first, after one that was listed
 * before.
 */
export function listWaiting(
  table: Table<'query'>,
  webhook_id: string,
  { after, limit }: { after: ListedEntry | undefined; limit: number },
): Promise<ListedEntry[]> {
  return table.queryPage<ListedEntry>({
    collection: webhookKeys.webhookDeliveries(webhook_id),
    from: after ? after.collection_sk + never : due,
    to: due + never,
    limit,
  });
}

/** Returns when a delivery is due. The sort key is `due#`, the time, `#` and the id. */
export function getDueTime({ collection_sk }: ListedEntry): string {
  return collection_sk.split('#')[1] ?? never;
}

/** A request to send what is due to a webhook. Its write makes a message for the consumer. */
export interface WebhookJob {
  id: string;
  webhook_id: string;
  /** If present, the events since this time are sent again before (ISO 8601). */
  since?: string;
  /** The id of the last grant of the application whose user's events were sent again. */
  after?: string;
  /** When the first of the jobs that resend was requested. Absent in the first one. */
  requested?: string;
  /** A user of whom only the events up to a number were sent again. */
  begun?: { user_id: string; sequence: number };
  /** Whether nothing new was left to be sent: the time has come, or the last run was cut short. */
  is_due?: boolean;
  /** The seconds until the time has come, if it is still to come. */
  delay_seconds?: number;
  /** Epoch seconds after which the table deletes a job that was lost. */
  ttl: number;
}

/** Seconds for which the table keeps a job. */
const jobLifetime = daySeconds;

/** The task of a webhook's job. */
type JobRequest = Pick<
  WebhookJob,
  'since' | 'after' | 'requested' | 'begun' | 'is_due' | 'delay_seconds'
>;

/** Returns the change that requests a job, for the transaction of what needs it. */
export function toJobCreation(
  { client_id, id: webhook_id }: WebhookIds,
  request: JobRequest,
  now: Date,
) {
  const id = newId(now);
  const ttl = toEpochSeconds(now) + jobLifetime;
  const key = webhookKeys.webhookJob(client_id, id);
  const job: WebhookJob = { id, webhook_id, ...request, ttl };
  return { put: { ...key, ...job }, condition: isNew };
}

/** Requests what is due to be sent to a webhook, and the events since a time again. */
export async function requestJob(
  table: Table<'put'>,
  webhook: WebhookIds,
  request: JobRequest,
  now: Date,
): Promise<void> {
  const { put, condition } = toJobCreation(webhook, request, now);
  await table.put(put, condition);
}

/** A delivery as it was read, with the attributes of its item. */
type ReadDelivery = WebhookDelivery & {
  pk?: string;
  sk?: string;
  collection?: string;
  collection_sk?: string;
  write_id?: string;
};

/** Returns the item of a delivery. */
function toDeliveryItem({
  collection: _,
  collection_sk: __,
  write_id: ___,
  ...delivery
}: ReadDelivery) {
  return { ...delivery, ...toDeliveryKey(delivery), ...toListedAttributes(delivery) };
}

/** Stores a delivery after a try, unless it was sent again or erased since it was read. */
export async function storeTried(
  table: Table<'put'>,
  read: WebhookDelivery,
  tried: WebhookDelivery,
): Promise<void> {
  await table.put(toDeliveryItem(tried), unchangedSince(read));
}

/** Makes a delivery due that is paused, unless it was sent again or erased meanwhile. */
export async function resumeDelivery(
  table: Table<'update'>,
  delivery: WebhookDelivery,
  now: Date,
): Promise<void> {
  const next_try_datetime = now.toISOString();
  const set = {
    next_try_datetime,
    ...toListedAttributes({ ...delivery, next_try_datetime }),
  };
  await table.updateWithoutReturnValues(toDeliveryKey(delivery), { set }, isPaused);
}

/** Makes the paused deliveries of a user due, one page of them at a time. */
export async function resumeDeliveries(
  table: Table<'getEach' | 'query' | 'update'>,
  user_id: string,
  now: Date,
): Promise<void> {
  const { pk, sk: prefix } = webhookKeys.webhookDelivery(user_id, '');
  for await (const keys of table.listKeys({ pk, prefix })) {
    const deliveries = await getExisting<WebhookDelivery>(table, keys);
    for (const delivery of deliveries) {
      const { state, next_try_datetime } = delivery;
      if (state === 'pending' && next_try_datetime === undefined)
        await resumeDelivery(table, delivery, now);
    }
  }
}

const isPaused: Condition = { state: equals('pending'), next_try_datetime: isAbsent };

/** Deletes a delivery that ends without a trace, unless it was sent again since it was read. */
export async function deleteDelivery(
  table: Table<'delete'>,
  read: WebhookDelivery,
): Promise<void> {
  await table.delete(toDeliveryKey(read), unchangedSince(read));
}

/** The number of deliveries that are stored at the same time. */
const concurrency = 25;

/** Stores deliveries that wait, each on a condition. */
export async function storePending(
  table: Table<'put'>,
  deliveries: readonly PendingDelivery[],
  condition: Condition = isNew,
): Promise<void> {
  for (let start = 0; start < deliveries.length; start += concurrency) {
    const batch = deliveries.slice(start, start + concurrency);
    await Promise.all(
      batch.map((delivery) => table.put(toDeliveryItem(delivery), condition)),
    );
  }
}

/** Sends a delivery again, with all its tries. Returns false if it no longer exists. */
export async function resendDelivery(
  table: Table<'put'>,
  { event, ...delivery }: WebhookDelivery,
  now: Date,
): Promise<boolean> {
  if (!event) return false;
  const pending = buildDelivery({ ...delivery, event }, now);
  const { done } = await table.put(toDeliveryItem(pending), exists);
  const { client_id, webhook_id } = pending;
  if (done) await requestJob(table, { client_id, id: webhook_id }, {}, now);
  return done;
}
