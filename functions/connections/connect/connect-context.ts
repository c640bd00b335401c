import { type Browser, readBrowser } from '#functions/auth/browser/browser.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import {
  findSignedInUser,
  type SignedInUser,
} from '#functions/auth/signed-in/signed-in-user.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ServiceIdentity, ServiceSettings } from '#shared/contract/resources.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import type { Language } from '#shared/pages/language.ts';
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
  settings: Pick<ServiceSettings, 'service'>;
  fail: Fail<'request_expired'>;
}

/** A connect request that can continue, and the person who decides. */
export interface ConnectContext {
  connectRequest: ConnectRequest;
  /** The display name of the provider. */
  provider: string;
  user: SignedInUser;
  browser: Browser;
  language: Language;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
}

/**
 * Loads the connect request of the query and the signed-in person. If nobody is signed in, fails
 * with a redirect to the sign-in page.
 *
 * Throws `request_expired` if the request does not exist, has expired or was used, or if another
 * browser started the request.
 */
export async function loadConnectContext(
  request: ConnectPageRequest,
): Promise<Result<ConnectContext, Redirect>> {
  const { query, header, table, baseUrls, settings, version, now, fail } = request;
  const browser = readBrowser(header);
  const [connectRequest, user] = await Promise.all([
    connectRequests.find(table, query.request, browser.secret),
    findSignedInUser(request, browser.sessionToken),
  ]);
  if (!connectRequest || isExpiredOrUsed(connectRequest, now))
    throw fail('request_expired');
  if (!user) {
    const pages = getPageUrls(baseUrls, version);
    return failure(redirect(pages.signIn({ connect: connectRequest.id })));
  }

  const { type } = connectRequest;
  return success({
    connectRequest,
    provider: getTypeName(type),
    user,
    browser,
    language: user.language,
    service: settings.service,
  });
}
