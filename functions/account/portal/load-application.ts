import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { countUsers } from '#functions/auth/grant/grant.store.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ApplicationFormResult,
  maxCountedUsers,
  renderApplicationPage,
} from './application.page.ts';

/** Renders the page of an application. `result` is what a form of the page has led to. */
export async function loadApplication(
  { table, now }: { table: Table<'query'>; now: Date },
  account: AccountContext,
  client: Client,
  result: ApplicationFormResult = {},
): Promise<string> {
  const userCount = await countUsers(table, client.client_id, maxCountedUsers);
  return renderApplicationPage({ ...result, client, userCount, now }, account);
}
