import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findLogo, findProposedLogo } from '#functions/auth/client/client-logo.store.ts';
import type { Table } from '#shared/table/table.ts';
import { renderLogoPage } from './logo.page.ts';

/** Renders the page of the logo of an application. `problem` is wrong with a file that was sent. */
export async function loadLogo(
  table: Table<'get'>,
  account: AccountContext,
  client: Client,
  problem?: string,
): Promise<string> {
  const { client_id, has_logo, proposed } = client;
  const [logo, proposedLogo] = await Promise.all([
    has_logo && findLogo(table, client_id),
    proposed?.has_logo && findProposedLogo(table, client_id),
  ]);
  return renderLogoPage({ client, logo, proposedLogo, problem }, account);
}
