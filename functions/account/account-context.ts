import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import {
  type FormRequest,
  getFormToken,
  requireFormToken,
} from '#functions/auth/browser/form.ts';
import {
  type AccountPage,
  getPageUrls,
  type PageUrls,
} from '#functions/auth/browser/page-urls.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import { selectTexts, type Texts } from '#shared/pages/languages/languages.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
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
  texts: Texts;
  pages: PageUrls;
  /** Returns the CSRF token of a form. */
  getFormToken(form: AccountForm): string;
  /** Set-Cookie values that the forms of the page require. */
  cookies: readonly string[];
}

/**
 * A form of the account pages. A CSRF token is valid for one form only. `remove` is the form that
 * revokes an application's access.
 */
type AccountForm =
  | 'remove'
  | 'connections'
  | 'day'
  | 'devices'
  | 'export'
  | 'change-password'
  | 'security'
  | 'deletion'
  | 'sign-out';

/**
 * Loads the signed-in user's session. Without one, fails with a redirect to the sign-in page that
 * continues to `page`.
 */
export async function requireSession(
  request: AccountRequest,
  page: AccountPage,
): Promise<Result<AccountContext, Redirect>> {
  const { header, table, baseUrls, version, now } = request;
  const pages = getPageUrls(baseUrls, version);
  const { browser, cookies } = identifyBrowser(header);

  const session = await sessions.find(table, browser.sessionToken, now);
  if (!session) {
    const signInPage = pages.signIn({ continue: page });
    return failure(redirect(signInPage));
  }

  return success({
    session,
    sessionToken: browser.sessionToken,
    texts: selectTexts(header('accept-language')),
    pages,
    getFormToken: (form) => getFormToken(browser, getBinding(form)),
    cookies,
  });
}

/**
 * Loads the session as `requireSession` does, for a form that was posted from `page`. Throws
 * `invalid_form_token` if the request has no valid CSRF token of this form.
 */
export async function requireFormPost(
  request: AccountFormRequest,
  { form, page }: { form: AccountForm; page: AccountPage },
): Promise<Result<AccountContext, Redirect>> {
  const loaded = await requireSession(request, page);
  if (!loaded.ok) return loaded;

  requireFormToken(request, getBinding(form));
  return loaded;
}

/** Returns what a CSRF token is bound to, besides the browser. */
function getBinding(form: AccountForm) {
  return { purpose: 'account', reference: form } as const;
}
