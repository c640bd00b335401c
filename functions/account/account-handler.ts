import { type FormRequest, requireFormToken } from '#functions/auth/browser/form.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { AccountPage } from '#functions/auth/browser/page-urls.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Dependencies } from '#shared/http/declared.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { Fail, HandlerRequest, Reply } from '#shared/http/handler.ts';
import type { Content } from '#shared/http/render-error.ts';
import { type LambdaHandler, serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { type Redirect, redirect } from '#shared/pages/redirect.ts';
import { openTableFor } from '#shared/table/table.ts';
import {
  type AccountContext,
  type AccountRequest,
  findAccount,
  findPageQuery,
  redirectToSignIn,
  toBinding,
  toParameters,
} from './account-context.ts';
import { type AccountPageRequest, showAccountPage } from './show-account-page.ts';

/** A request that posts a form of the account. */
interface AccountFormRequest extends AccountRequest, FormRequest {
  query?: object | undefined;
  fail: Fail<'invalid_form_token'>;
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
  endpoint: E & Suits<E, AccountPageRequest, Others>,
  page: AccountPage,
  render: (
    request: HandlerRequest<E>,
    account: AccountContext,
  ) => Promise<string | Content | Redirect>,
  others?: Others,
): LambdaHandler {
  const dependencies = { ...pageDependencies, ...others };
  const handler = (request: HandlerRequest<E> & AccountPageRequest) =>
    showAccountPage(request, page, (account) => render(request, account));
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

/** Returns the redirect to a page, which says by the name of a text what a form has done. */
export function redirectToPage<Notice extends string = never>(
  { pages }: Pick<AccountContext, 'pages'>,
  page: AccountPage,
  notice: NoInfer<Notice>,
) {
  return redirect(pages.account(page), [serializeNotice<Notice>(page, notice)]);
}
