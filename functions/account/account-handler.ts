import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import {
  type FormRequest,
  getFormToken,
  requireFormToken,
} from '#functions/auth/browser/form.ts';
import { serializeNotice, takeNotice } from '#functions/auth/browser/notice.ts';
import {
  type AccountPage,
  getPageUrls,
  type PageUrls,
} from '#functions/auth/browser/page-urls.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import {
  findSignedInUser,
  type SignedInUser,
  staySignedIn,
} from '#functions/auth/signed-in/signed-in-user.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ServiceIdentity, ServiceSettings } from '#shared/contract/resources.ts';
import type { Dependencies } from '#shared/http/declared.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { Fail, HandlerRequest, Reply } from '#shared/http/handler.ts';
import type { Content } from '#shared/http/render-error.ts';
import { type LambdaHandler, serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { toCalendarDate } from '#shared/pages/language.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { openTableFor, type Table } from '#shared/table/table.ts';
import { createFormats, type Formats } from './formats.ts';

/** A request to a page of the account. */
interface AccountRequest
  extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  query?: object | undefined;
  table: Table<'get'>;
  baseUrls: { auth: string };
  settings: Pick<ServiceSettings, 'service'>;
}

/** A request that shows a page of the account, which extends the session. */
interface PageRequest extends AccountRequest {
  table: Table<'get' | 'update'>;
}

/** A request that posts a form of the account. */
interface AccountFormRequest extends AccountRequest, FormRequest {
  fail: Fail<'invalid_form_token'>;
}

/** The signed-in user, and what the pages of their account are rendered with. */
export interface AccountContext extends SignedInUser {
  /** The open page, or the page with the form. */
  page: AccountPage;
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  /** The token of the session, as the cookie contains it. */
  sessionToken: string;
  /** Format dates and amounts as the user reads them. */
  formats: Formats;
  /** The current date in the user's time zone, or else in UTC. */
  today: string;
  pages: PageUrls;
  /** The CSRF token of the forms that post to the page. */
  form_token: string;
  /** The CSRF token of the form with which the person signs out. */
  sign_out_token: string;
  /** The name of the text with which the page says what a form has done. */
  notice?: string | undefined;
  /** Set-Cookie values that the forms of the page require. */
  cookies: readonly string[];
}

/**
 * Permits an endpoint whose requests suit `Request`, and that depends on the table, the pages and
 * `Others`. The compiler prints the text for any other.
 */
type Suits<E extends Endpoint, Request, Others> = [
  HandlerRequest<E>,
  Redirect,
  typeof pageDependencies & Others,
] extends [Request, Reply<E>, Dependencies<E>]
  ? unknown
  : 'an endpoint that spreads accountPage or accountForm';

/**
 * Serves a page that `render` renders for the signed-in user, unless it redirects to another page.
 * `others` are what the endpoint depends on besides the table.
 */
export function servePage<
  const E extends Endpoint & { responses: { 200: { body: 'html' } } },
  Others = unknown,
>(
  endpoint: E & Suits<E, PageRequest, Others>,
  page: AccountPage,
  render: (
    request: HandlerRequest<E>,
    account: AccountContext,
  ) => Promise<string | Content | Redirect>,
  others?: Others,
): LambdaHandler {
  const dependencies = { ...pageDependencies, ...others };
  const handler = async (request: HandlerRequest<E> & PageRequest) => {
    const account = await findAccount(request, page);
    if (!account) return redirectToSignIn(request, page, toParameters(request.query));
    const { notice, cookies } = takeNotice(request.header, page);
    const { session, sessionToken } = account;
    const sessionCookies = await staySignedIn(request, session, sessionToken);
    const shown = await render(request, { ...account, notice });
    const ownCookies = [...account.cookies, ...cookies, ...sessionCookies];
    if (typeof shown === 'string')
      return { status: 200 as const, cookies: ownCookies, body: shown };
    if ('body' in shown) return { status: 200 as const, cookies: ownCookies, ...shown };
    return { ...shown, cookies: [...ownCookies, ...shown.cookies] };
  };
  return serve<E, Reply<E>>(endpoint, dependencies as never, handler as never);
}

/** What distinguishes a form from most others. */
interface FormOptions<Others> {
  /** Tells a person who is not signed in what became of the form. Defaults to `not_saved`. */
  signedOutNotice?: SignInNotice;
  /** What the endpoint depends on besides the table. */
  others?: Others;
}

/**
 * Serves the forms of a page, within the store calls that the endpoint declares. Throws
 * `invalid_form_token` if the request has no valid CSRF token of the page.
 */
export function serveForm<
  const E extends Endpoint & { storeCalls: { max: number } },
  const R extends Reply<E>,
  Others = unknown,
>(
  endpoint: E & Suits<E, AccountFormRequest, Others>,
  page: AccountPage,
  handle: (request: HandlerRequest<E>, account: AccountContext) => Promise<R>,
  { signedOutNotice = 'not_saved', others }: FormOptions<Others> = {},
): LambdaHandler {
  const notice = serializeNotice<SignInNotice>('sign-in', signedOutNotice);
  const dependencies = { pages: pageRenderer, table: openTableFor(endpoint), ...others };
  const handler = async (request: HandlerRequest<E> & AccountFormRequest) => {
    const account = await findAccount(request, page);
    if (!account) {
      const parameters = findPageQuery(request, page) ?? toParameters(request.query);
      return redirectToSignIn(request, page, parameters, [notice]);
    }
    requireFormToken(request, toBinding(page));
    return handle(request, account);
  };
  return serve<E, R>(endpoint, dependencies as never, handler as never);
}

async function findAccount(
  request: AccountRequest,
  page: AccountPage,
): Promise<AccountContext | undefined> {
  const { header, baseUrls, settings, version, now } = request;
  const { browser, cookies } = identifyBrowser(header);
  const { sessionToken } = browser;
  const user = await findSignedInUser(request, sessionToken);
  if (!user) return undefined;

  const { profile, locale } = user;
  return {
    page,
    ...user,
    service: settings.service,
    sessionToken,
    formats: createFormats({ ...profile, locale }),
    today: toCalendarDate(now, profile.time_zone),
    pages: getPageUrls(baseUrls, version),
    form_token: getFormToken(browser, toBinding(page)),
    sign_out_token: getFormToken(browser, toBinding('account')),
    cookies,
  };
}

/** Returns the redirect to a page, which says by the name of a text what a form has done. */
export function redirectToPage<Notice extends string = never>(
  { pages }: Pick<AccountContext, 'pages'>,
  page: AccountPage,
  notice: NoInfer<Notice>,
) {
  return redirect(pages.account(page), [serializeNotice<Notice>(page, notice)]);
}

/** Returns the redirect to the sign-in page, which leads back to the page with this query. */
function redirectToSignIn(
  { baseUrls, version }: AccountRequest,
  page: AccountPage,
  parameters: string | undefined,
  cookies: readonly string[] = [],
) {
  const target = { continue: page, parameters: parameters || undefined };
  return redirect(getPageUrls(baseUrls, version).signIn(target), cookies);
}

function toParameters(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value) parameters.set(name, String(value));
  return parameters.toString();
}

/** Returns the query of the page with a form, of which browsers send the whole address. */
function findPageQuery(
  { header, baseUrls, version }: AccountRequest,
  page: AccountPage,
): string | undefined {
  const [referrer = ''] = header('referer');
  const [url, query] = referrer.split('?', 2);
  return url === getPageUrls(baseUrls, version).account(page) ? query : undefined;
}

function toBinding(page: AccountPage) {
  return { purpose: 'account', reference: page } as const;
}
