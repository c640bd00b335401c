import type { AccountContext } from '#functions/account/account-handler.ts';
import { readUsage } from '#functions/auth/client/usage.store.ts';
import type { Html } from '#shared/html/html.ts';
import { defaultLimits } from '#shared/limits/limits.ts';
import type { ApplicationPageRequest } from './load-application.ts';
import { renderUsage } from './usage.page.ts';

/** Renders how an application is used, for its page. */
export async function loadUsage(
  { table, now, baseUrls }: ApplicationPageRequest,
  account: AccountContext,
  client_id: string,
): Promise<Html> {
  const usage = await readUsage(table, client_id, now);
  const guideUrl = `${baseUrls.main}/v7.1/docs/usage/`;
  return renderUsage({ usage, limits: defaultLimits, now, guideUrl }, account);
}
