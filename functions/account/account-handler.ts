import { type FormRequest, requireFormToken } from '#functions/auth/browser/form.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { Fail } from '#shared/http/handler.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTableFor } from '#shared/table/table.ts';
import {
  type AccountContext,
  type AccountPlace,
  type AccountRequest,
  findAccount,
  findPageQuery,
  redirectToSignIn,
  toBinding,
  toParameters,
} from './account-context.ts';

/** Returns what a page or a form depends on, within the store calls that its endpoint declares. */
export function getPageDependencies(endpoint: { storeCalls: { max: number } }) {
  return { pages: pageRenderer, table: openTableFor(endpoint) };
}

/** A request that posts a form of the account. */
interface AccountFormRequest extends AccountRequest, FormRequest {
  query?: unknown;
  fail: Fail<'invalid_form_token'>;
}

/** What becomes of the form of a person who is not signed in. */
interface SignedOutForm {
  /** Defaults to `not_saved`. */
  signedOutNotice?: SignInNotice;
  /** The form, which reads some of the parameters. Defaults to all. */
  form?: { query?: object };
}

/**
 * Handles a form of a page. A person who is not signed in is led to the sign-in page and back, and
 * told what became of the form. Throws `invalid_form_token` if the request has no valid CSRF token
 * of the page.
 */
export async function handleAccountForm<Response>(
  request: AccountFormRequest,
  place: AccountPlace,
  handle: (account: AccountContext) => Promise<Response>,
  { signedOutNotice = 'not_saved', form }: SignedOutForm = {},
) {
  const { page } = place;
  const account = await findAccount(request, place);
  if (!account) {
    const parameters = findPageQuery(request, page) ?? toParameters(request.query, form);
    const notice = serializeNotice<SignInNotice>('sign-in', signedOutNotice);
    return redirectToSignIn(request, page, parameters, [notice]);
  }
  requireFormToken(request, toBinding(page));
  return handle(account);
}
