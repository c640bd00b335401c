import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import { selectTexts, type Texts } from '#shared/pages/languages/languages.ts';
import { redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import {
  type AuthorizationRequest,
  type AuthorizationResponse,
  buildResponseUrl,
  hasExpired,
} from '../authorization-request/authorization-request.ts';
import { type Browser, readBrowser } from '../browser/browser.ts';
import { getPageUrls, type PageUrls } from '../browser/page-urls.ts';
import type { Session } from '../session/session.store.ts';
import * as sessions from '../session/session.store.ts';
import type { ApprovalFailure } from './approval.ts';
import { type ExpiredReason, renderExpiredPage } from './expired.page.ts';

/** What a request to the consent page has to go by. */
interface Call extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  query: { request: string };
  table: Table<'get'>;
  addresses: { main: string; auth: string };
  fail: Fail<'request_expired'>;
}

/** What ends at the person's browser: a page that says why there is no question any more, or an address. */
type Ending = { status: 400; body: string } | ReturnType<typeof redirect>;

/** An authorization request, and the signed-in person who is asked about it. */
export interface ConsentRequest {
  request: AuthorizationRequest;
  session: Session;
  browser: Browser;
  texts: Texts;
  pages: PageUrls;
  /** Takes the browser back to the application, or to where it can be started again. */
  end(answer: AuthorizationResponse | ApprovalFailure): Ending;
}

/**
 * The question that the query names; or else the page that says why it can be answered no more, or the way to sign in
 * and back to it. Throws `request_expired` where this browser did not start it.
 */
export async function loadConsentRequest(call: Call): Promise<ConsentRequest | Ending> {
  const { query, header, table, addresses, version, now, fail } = call;
  const browser = readBrowser(header);
  const [request, session] = await Promise.all([
    authorizationRequests.find(table, query.request, browser.secret),
    sessions.find(table, browser.session, now),
  ]);
  if (!request) throw fail('request_expired');
  const texts = selectTexts(header('accept-language'));
  const pages = getPageUrls(addresses, version);
  const toSignIn = () => redirect(pages.signIn({ request: request.id }));
  const ended = (why: ExpiredReason) => ({
    status: 400 as const,
    body: renderExpiredPage(why, request, pages, texts),
  });
  if (hasExpired(request, now)) return ended('expired');
  if (!session) return request.answered_at === undefined ? toSignIn() : ended('answered');
  const end = (answer: AuthorizationResponse | ApprovalFailure) => {
    if (answer === 'answered') return ended('answered');
    if (answer === 'signed_out') return toSignIn();
    return redirect(buildResponseUrl(request, answer, addresses.main));
  };
  return { request, session, browser, texts, pages, end };
}
