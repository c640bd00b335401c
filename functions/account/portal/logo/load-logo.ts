import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findLogos } from '#functions/auth/client/client-logo.store.ts';
import type { Table } from '#shared/table/table.ts';
import { renderLogoPage } from './logo.page.ts';

/** Renders the page of the logo of an application. `problem` says why a file was refused. */
export async function loadLogo(
  table: Table<'get'>,
  account: AccountContext,
  client: Client,
  problem?: string,
): Promise<string> {
  const logos = await findLogos(table, client);
  return renderLogoPage({ client, ...logos, problem }, account);
}
