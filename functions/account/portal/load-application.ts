import type { AccountContext } from '#functions/account/account-handler.ts';
import * as webhooks from '#functions/account/webhook/webhook.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { countUsers } from '#functions/auth/grant/grant.store.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ApplicationPageParts,
  maxCountedUsers,
  renderApplicationPage,
} from './application.page.ts';

/** A request that shows the page of an application. */
export interface ApplicationPageRequest {
  table: Table<'get' | 'query'>;
  now: Date;
  baseUrls: { main: string };
}

/** Renders the page of an application. */
export async function loadApplication(
  { table, now, baseUrls }: ApplicationPageRequest,
  account: AccountContext,
  client: Client,
  parts: ApplicationPageParts = {},
): Promise<string> {
  const { client_id } = client;
  const [userCount, ownWebhooks] = await Promise.all([
    countUsers(table, client_id, maxCountedUsers),
    webhooks.listOfClient(table, client_id),
  ]);
  const counted = { client, userCount, webhooks: ownWebhooks };
  const mainUrl = baseUrls.main;
  return renderApplicationPage({ ...parts, ...counted, mainUrl, now }, account);
}
