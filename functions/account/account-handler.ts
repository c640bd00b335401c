import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import {
  type FormRequest,
  getFormToken,
  requireFormToken,
} from '#functions/auth/browser/form.ts';
import { takeNotice } from '#functions/auth/browser/notice.ts';
import {
  type AccountPage,
  getPageUrls,
  type PageUrls,
} from '#functions/auth/browser/page-urls.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import {
  type Language,
  type Locale,
  selectLocale,
  toLanguage,
} from '#shared/pages/language.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';

/** A request to a page of the account. */
interface AccountRequest
  extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  table: Table<'get'>;
  baseUrls: { auth: string };
}

/** A request that posts a form of the account. */
interface AccountFormRequest extends AccountRequest, FormRequest {
  fail: Fail<'invalid_form_token'>;
}

/** The session of the signed-in user, and what the pages of their account are rendered with. */
export interface AccountContext {
  session: sessions.Session;
  /** The token of the session, as the cookie contains it. */
  sessionToken: string;
  language: Language;
  /** The language with its region, for dates and numbers. */
  locale: Locale;
  pages: PageUrls;
  /** The CSRF token of the forms that post to the page. */
  form_token: string;
  /** The name of the text with which the page says what a form has done. */
  notice?: string | undefined;
  /** Set-Cookie values that the forms of the page require. */
  cookies: readonly string[];
}

/** Returns the handler of a page that `render` renders for the signed-in user. */
export function showPage<Request extends AccountRequest>(
  page: AccountPage,
  render: (request: Request, account: AccountContext) => Promise<string>,
) {
  return async (request: Request) => {
    const account = await findAccount(request, page);
    if (!account) return redirectToSignIn(request, page);
    const { notice, cookies } = takeNotice(request.header, page);
    const body = await render(request, { ...account, notice });
    return { status: 200 as const, cookies: [...account.cookies, ...cookies], body };
  };
}

/**
 * Returns the handler of the forms of a page. Throws `invalid_form_token` if the request has no
 * valid CSRF token of the page.
 */
export function handleForm<Request extends AccountFormRequest, const Response>(
  page: AccountPage,
  handle: (request: Request, account: AccountContext) => Promise<Response>,
) {
  return async (request: Request): Promise<Response | Redirect> => {
    const account = await findAccount(request, page);
    if (!account) return redirectToSignIn(request, page);
    requireFormToken(request, toBinding(page));
    return handle(request, account);
  };
}

async function findAccount(
  { header, table, baseUrls, version, now }: AccountRequest,
  page: AccountPage,
): Promise<AccountContext | undefined> {
  const { browser, cookies } = identifyBrowser(header);
  const locale = selectLocale(header('accept-language'));
  const { sessionToken } = browser;
  const session = await sessions.find(table, sessionToken, now);
  return (
    session && {
      session,
      sessionToken,
      language: toLanguage(locale),
      locale,
      pages: getPageUrls(baseUrls, version),
      form_token: getFormToken(browser, toBinding(page)),
      cookies,
    }
  );
}

function redirectToSignIn({ baseUrls, version }: AccountRequest, page: AccountPage) {
  return redirect(getPageUrls(baseUrls, version).signIn({ continue: page }));
}

function toBinding(page: AccountPage) {
  return { purpose: 'account', reference: page } as const;
}
