import { listDeliveries } from '#functions/account/webhook/delivery.store.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import type { Client } from '#functions/auth/client/client.ts';
import type { Table } from '#shared/table/table.ts';
import { deliveriesOfPage } from './deliveries-section.ts';

/** The longest cursor that the list of deliveries has. */
const maxCursorLength = 300;

interface WebhookPageRequest {
  table: Table<'getEach' | 'query'>;
  now: Date;
  baseUrls: { main: string };
}

/** A webhook of an application. */
interface ShownWebhook {
  client: Client;
  webhook: Webhook;
  /** Where the list of deliveries begins. Empty for its start. */
  cursor: string;
}

/** Loads what the page of a webhook shows: it, and its deliveries. */
export async function loadWebhook(
  { table, now, baseUrls }: WebhookPageRequest,
  { cursor: sent, ...shown }: ShownWebhook,
) {
  const cursor = sent === '' || sent.length > maxCursorLength ? undefined : sent;
  const page = { cursor, limit: deliveriesOfPage };
  const deliveries = await listDeliveries(table, shown.webhook.id, page);
  return { ...shown, deliveries, cursor, mainUrl: baseUrls.main, now };
}

/** Loads what the page shows with which a webhook is added. */
export async function loadNewWebhook(
  { table, baseUrls }: Pick<WebhookPageRequest, 'table' | 'baseUrls'>,
  client: Client,
) {
  const { length: count } = await webhooks.listOfClient(table, client.client_id);
  return { client, count, mainUrl: baseUrls.main };
}
