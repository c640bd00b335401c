import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import {
  type AuthorizationRequest,
  type AuthorizationResponse,
  buildResponseUrl,
  hasExpired,
  hasPrompt,
  isForUser,
  isRecentEnough,
} from '#functions/auth/authorize/authorization.ts';
import { type Browser, readBrowser } from '#functions/auth/browser/browser.ts';
import { getPageUrls, type PageUrls } from '#functions/auth/browser/page-urls.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import {
  findSignedInUser,
  type SignedInUser,
} from '#functions/auth/signed-in/signed-in-user.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ServiceIdentity, ServiceSettings } from '#shared/contract/resources.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import type { Language } from '#shared/pages/language.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import { type ApprovalFailure, type Approver, keepsRedirectUri } from './approval.ts';
import { type ClosedReason, renderClosedPage } from './consent.page.ts';

interface ConsentPageRequest
  extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  query: { request: string };
  table: Table<'get'>;
  baseUrls: { main: string; auth: string };
  settings: Pick<ServiceSettings, 'service'>;
  fail: Fail<'request_expired' | 'unregistered_redirect_uri'>;
}

interface ConsentPageContext {
  authorizationRequest: AuthorizationRequest;
  language: Language;
  service: ServiceIdentity;
  pages: PageUrls;
  issuer: string;
}

/** An authorization request and the user that decides on it. */
export interface ConsentRequest extends ConsentPageContext {
  user: SignedInUser;
  browser: Browser;
}

/** Returns the user that decides on a request. */
export function toApprover({ user, browser }: ConsentRequest): Approver {
  const { session, profile } = user;
  return { sessionToken: browser.sessionToken, session, user: profile };
}

/**
 * A response instead of the consent page: the page that says why it is too late, or a redirect to
 * the client or to the sign-in page.
 */
type ConsentResponse = { status: 400; body: string } | Redirect;

/** The response for the client, or why there is none. */
export type ConsentResult = Result<AuthorizationResponse, ApprovalFailure>;

/**
 * Loads the authorization request of the query and the signed-in user. Fails with a page if it is
 * too late to decide. Without a recent sign-in, fails with a redirect to the sign-in page or, if
 * the client wants no page, to the client.
 *
 * Throws `request_expired` if the request does not exist, or if another browser started the
 * request. Throws `unregistered_redirect_uri` if the client has given up the redirect URI.
 */
export async function loadConsentRequest(
  request: ConsentPageRequest,
): Promise<Result<ConsentRequest, ConsentResponse>> {
  const { header, baseUrls, settings, version, now } = request;
  const browser = readBrowser(header);
  const [authorizationRequest, user] = await Promise.all([
    requireAuthorizationRequest(request, browser),
    findSignedInUser(request, browser.sessionToken),
  ]);

  const context: ConsentPageContext = {
    authorizationRequest,
    language: user?.language ?? readLanguage(header),
    service: settings.service,
    pages: getPageUrls(baseUrls, version),
    issuer: baseUrls.main,
  };
  if (hasExpired(authorizationRequest, now))
    return failure(buildClosedResponse(context, 'expired'));
  const canDecide = user && isRecentEnough(authorizationRequest, user.session, now);
  if (canDecide) {
    const isHinted = isForUser(authorizationRequest, user.profile.id);
    return isHinted
      ? success({ ...context, user, browser })
      : failure(requireSignIn(context, 'another user is signed in'));
  }

  // A signed-in user may repeat their decision (decision 0009). A signed-out user may not.
  const isDecided = authorizationRequest.answered_at !== undefined;
  if (isDecided) return failure(buildClosedResponse(context, 'already_decided'));
  return failure(askToSignIn(context));
}

async function requireAuthorizationRequest(
  { query, table, fail }: ConsentPageRequest,
  { secret }: Browser,
): Promise<AuthorizationRequest> {
  const found = await authorizationRequests.find(table, query.request, secret);
  if (!found) throw fail('request_expired');
  // A metadata document is read for the request, and may be later than the one that is stored.
  if (found.unverified || found.document) return found;
  const client = await clients.find(table, found.client_id);
  if (client && !keepsRedirectUri(client, found)) throw fail('unregistered_redirect_uri');
  return found;
}

/**
 * Returns a redirect to the client with the result. If the result is a failure, returns a redirect
 * to the sign-in page, or the page that explains why it is too late.
 */
export function buildConsentResponse(
  context: ConsentPageContext,
  result: ConsentResult,
): ConsentResponse {
  if (result.ok) {
    const { authorizationRequest, issuer } = context;
    return redirect(buildResponseUrl(authorizationRequest, result.value, issuer));
  }
  if (result.error === 'signed_out') return askToSignIn(context);
  return buildClosedResponse(context, result.error);
}

/** Returns the page that explains why it is too late to decide. */
export function buildClosedResponse(
  { authorizationRequest: request, ...context }: ConsentPageContext,
  reason: ClosedReason,
  detail?: string,
): ConsentResponse {
  const body = renderClosedPage(reason, { request, detail, ...context });
  return { status: 400, body };
}

/** Returns a redirect to the sign-in page, or to the client if it sent `prompt=none`. */
function askToSignIn(context: ConsentPageContext): Redirect {
  const { authorizationRequest, pages } = context;
  if (hasPrompt(authorizationRequest, 'none'))
    return requireSignIn(context, 'the user is not signed in');
  return redirect(pages.signIn({ request: authorizationRequest.id }));
}

/**
 * Tells the client that the user has to sign in (OpenID Connect Core 1.0 section 3.1.2.6). Nothing
 * is sent to an untrusted client.
 */
function requireSignIn(
  { authorizationRequest, pages, issuer }: ConsentPageContext,
  error_description: string,
): Redirect {
  if (authorizationRequest.untrusted)
    return redirect(pages.signIn({ request: authorizationRequest.id }));
  const error = { error: 'login_required', error_description };
  return redirect(buildResponseUrl(authorizationRequest, error, issuer));
}
