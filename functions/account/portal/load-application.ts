import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { readUsage } from '#functions/auth/client/usage.store.ts';
import { countUsers } from '#functions/auth/grant/grant.store.ts';
import { defaultLimits } from '#shared/limits/limits.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ApplicationFormResult,
  maxCountedUsers,
  renderApplicationPage,
} from './application.page.ts';

interface ApplicationRequest {
  table: Table<'query'>;
  now: Date;
  baseUrls: { main: string };
}

/** Renders the page of an application. `result` is what a form of the page has led to. */
export async function loadApplication(
  { table, now, baseUrls }: ApplicationRequest,
  account: AccountContext,
  client: Client,
  result: ApplicationFormResult = {},
): Promise<string> {
  const { client_id } = client;
  const [userCount, usage] = await Promise.all([
    countUsers(table, client_id, maxCountedUsers),
    readUsage(table, client_id, now),
  ]);
  const limits = defaultLimits;
  const guideUrl = `${baseUrls.main}/v7.1/docs/usage/`;
  const shown = { usage, limits, now, guideUrl };
  return renderApplicationPage(
    { ...result, client, userCount, now, usage: shown },
    account,
  );
}
