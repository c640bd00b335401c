import type { AccountContext } from '#functions/account/account-context.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { readUsage } from '#functions/auth/client/usage.store.ts';
import { countUsers } from '#functions/auth/grant/grant.store.ts';
import { findCommonLimits } from '#functions/auth/limit/limit.store.ts';
import { resolveLimits } from '#functions/auth/limit/limit.ts';
import type { Html } from '#shared/html/html.ts';
import type { Table } from '#shared/table/table.ts';
import { type ApplicationPageParts, renderApplicationPage } from './application.page.ts';
import { renderUsage } from './usage.page.ts';

/** A request that shows the page of an application. */
export interface ApplicationPageRequest {
  table: Table<'get' | 'query'>;
  now: Date;
  baseUrls: { main: string };
}

/** Bounds of the count of users. A call reads about 5,000 grants. */
const countLimits = { max: 1000, maxPages: 8 };

/** Renders the page of an application. */
export async function loadApplication(
  { table, now, baseUrls }: ApplicationPageRequest,
  account: AccountContext,
  client: Client,
  parts: ApplicationPageParts = {},
): Promise<string> {
  const { client_id } = client;
  const [userCount, ownWebhooks] = await Promise.all([
    countUsers(table, client_id, countLimits),
    webhooks.listOfClient(table, client_id),
  ]);
  const counted = { client, userCount, webhooks: ownWebhooks };
  const props = { ...parts, ...counted, mainUrl: baseUrls.main, now };
  return renderApplicationPage(props, account);
}

/** Renders how an application is used, for its page. */
export async function loadUsage(
  { table, now, baseUrls }: ApplicationPageRequest,
  account: AccountContext,
  { client_id, limits: ofClient, own }: Client,
): Promise<Html> {
  const [usage, common] = await Promise.all([
    readUsage(table, client_id, now),
    findCommonLimits(table),
  ]);
  const limits = resolveLimits({ ...common, ofClient, isOwn: own === true });
  const guideUrl = `${baseUrls.main}/v7.1/docs/usage/`;
  return renderUsage({ usage, limits, now, guideUrl }, account);
}
