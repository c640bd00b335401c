import type { AccountContext } from '#functions/account/account-context.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { listPersonalTokens } from '#functions/auth/personal-token/personal-token.ts';
import type { Table } from '#shared/table/table.ts';
import type { TokenFormResult } from './creation-form.ts';
import type { ScriptHosts } from './sample-command.ts';
import { renderTokensPage } from './tokens.page.ts';

/** A request that shows the page. */
interface TokensPageRequest {
  table: Table<'query'>;
  now: Date;
  baseUrls: ScriptHosts;
}

/** Renders the page with the user's access tokens. `result` is what its form has led to. */
export async function loadTokensPage(
  { table, now, baseUrls }: TokensPageRequest,
  account: AccountContext,
  result: TokenFormResult = {},
): Promise<string> {
  const userGrants = await grants.listByUser(table, account.session.user_id);
  const tokens = listPersonalTokens(userGrants, now);
  return renderTokensPage({ ...result, tokens, now, hosts: baseUrls }, account);
}
