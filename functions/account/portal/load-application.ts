import type { AccountContext } from '#functions/account/account-context.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { readUsage } from '#functions/auth/client/usage.store.ts';
import { countUsers } from '#functions/auth/grant/grant.store.ts';
import { findCommonQuotas } from '#functions/auth/quota/quota.store.ts';
import { resolveQuotas } from '#functions/auth/quota/quota.ts';
import type { Html } from '#shared/html/html.ts';
import type { Table } from '#shared/table/table.ts';
import { renderUsage } from './usage.page.ts';

/** A request that shows the page of an application. */
interface ApplicationPageRequest {
  table: Table<'get' | 'query'>;
  now: Date;
  baseUrls: { main: string };
}

/** Bounds of the count of users. A call reads about 5,000 grants. */
const countLimits = { max: 1000, maxPages: 8 };

/** Loads what the page of an application shows. */
export async function loadApplication(
  request: ApplicationPageRequest,
  account: AccountContext,
  client: Client,
) {
  const { table, now, baseUrls } = request;
  const { client_id } = client;
  const [usage, userCount, ownWebhooks] = await Promise.all([
    loadUsage(request, account, client),
    countUsers(table, client_id, countLimits),
    webhooks.listOfClient(table, client_id),
  ]);
  return { client, usage, userCount, webhooks: ownWebhooks, mainUrl: baseUrls.main, now };
}

/** Renders how an application is used, for its page. */
async function loadUsage(
  { table, now, baseUrls }: ApplicationPageRequest,
  account: AccountContext,
  { client_id, limits: ofClient, own }: Client,
): Promise<Html> {
  const [usage, common] = await Promise.all([
    readUsage(table, client_id, now),
    findCommonQuotas(table),
  ]);
  const limits = resolveQuotas({ ...common, ofClient, isOwn: own === true });
  const guideUrl = `${baseUrls.main}/v7.1/docs/usage/`;
  return renderUsage({ usage, limits, now, guideUrl }, account);
}
