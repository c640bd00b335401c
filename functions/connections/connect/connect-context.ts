import { type Browser, readBrowser } from '#functions/auth/browser/browser.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import { type Language, selectLanguage } from '#shared/pages/language.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import * as connectRequests from './connect-request.store.ts';
import { type ConnectRequest, isExpiredOrUsed } from './connect-request.ts';

/** A request to a page about a connect request. */
interface ConnectPageRequest
  extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  query: { request: string };
  table: Table<'get'>;
  baseUrls: { auth: string };
  fail: Fail<'request_expired'>;
}

/** A connect request that can continue, and the session of the person who decides. */
export interface ConnectContext {
  connectRequest: ConnectRequest;
  /** The display name of the provider. */
  provider: string;
  session: sessions.Session;
  browser: Browser;
  language: Language;
}

/**
 * Loads the connect request of the query and the person's session. Without a session, fails with a
 * redirect to the sign-in page.
 *
 * Throws `request_expired` if the request does not exist, has expired or was used, or if another
 * browser started the request.
 */
export async function loadConnectContext(
  request: ConnectPageRequest,
): Promise<Result<ConnectContext, Redirect>> {
  const { query, header, table, baseUrls, version, now, fail } = request;
  const browser = readBrowser(header);
  const [connectRequest, session] = await Promise.all([
    connectRequests.find(table, query.request, browser.secret),
    sessions.find(table, browser.sessionToken, now),
  ]);
  if (!connectRequest || isExpiredOrUsed(connectRequest, now))
    throw fail('request_expired');
  if (!session) {
    const pages = getPageUrls(baseUrls, version);
    return failure(redirect(pages.signIn({ connect: connectRequest.id })));
  }

  const { type } = connectRequest;
  return success({
    connectRequest,
    provider: getTypeName(type),
    session,
    browser,
    language: selectLanguage(header('accept-language')),
  });
}
