import type { AccountContext } from '#functions/account/account-context.ts';
import { listDeliveries } from '#functions/account/webhook/delivery.store.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Webhook } from '#functions/account/webhook/webhook.ts';
import type { Client } from '#functions/auth/client/client.ts';
import type { Table } from '#shared/table/table.ts';
import { deliveriesOfPage } from './deliveries-section.ts';
import { renderNewWebhookPage } from './new-webhook.page.ts';
import { renderWebhookPage, type WebhookFormResult } from './webhook.page.ts';
import type { WebhookInput } from './webhook-form.ts';

/** The longest cursor that the list of deliveries has. */
const maxCursorLength = 300;

interface WebhookPageRequest {
  table: Table<'getEach' | 'query'>;
  now: Date;
  baseUrls: { main: string };
}

/** A webhook of an application, and what a form of its page has led to. */
interface ShownWebhook extends WebhookFormResult {
  client: Client;
  webhook: Webhook;
  /** Where the list of deliveries begins. Empty for its start. */
  cursor?: string;
}

/** Renders the page of a webhook with its deliveries. */
export async function loadWebhook(
  { table, now, baseUrls }: WebhookPageRequest,
  account: AccountContext,
  { cursor: sent = '', ...shown }: ShownWebhook,
): Promise<string> {
  const cursor = sent === '' || sent.length > maxCursorLength ? undefined : sent;
  const page = { cursor, limit: deliveriesOfPage };
  const deliveries = await listDeliveries(table, shown.webhook.id, page);
  const mainUrl = baseUrls.main;
  return renderWebhookPage({ ...shown, deliveries, cursor, mainUrl, now }, account);
}

/** A further webhook of an application, and what its form has led to. */
interface NewWebhook extends WebhookInput {
  client: Client;
}

/** Renders the page with which a webhook is added. */
export async function loadNewWebhook(
  { table, baseUrls }: Pick<WebhookPageRequest, 'table' | 'baseUrls'>,
  account: AccountContext,
  shown: NewWebhook,
): Promise<string> {
  const { length: count } = await webhooks.listOfClient(table, shown.client.client_id);
  return renderNewWebhookPage({ ...shown, count, mainUrl: baseUrls.main }, account);
}
