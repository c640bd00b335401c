import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { readUsage } from '#functions/auth/client/usage.store.ts';
import { findCommonLimits } from '#functions/auth/limit/limit.store.ts';
import { resolveLimits } from '#functions/auth/limit/limit.ts';
import type { Html } from '#shared/html/html.ts';
import type { ApplicationPageRequest } from './load-application.ts';
import { renderUsage } from './usage.page.ts';

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
