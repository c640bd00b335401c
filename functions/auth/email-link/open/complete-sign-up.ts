import { startSession } from '#functions/auth/authentication/start-session.ts';
import * as authorizationRequests from '#functions/auth/authorization/authorization.store.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import { PersonName } from '#functions/auth/identity/new-user.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkAction, LinkActionRequest } from './link-action.ts';

/**
 * Creates the account of a link and signs the person in. The link proves that they own the email.
 */
export const completeSignUp: LinkAction = async (request, link) => {
  const { body, header, table, now, requestId, fail } = request;
  const name = PersonName.parse(body.name);
  const newUser = {
    email: link.email,
    username: name,
    display_name: name,
    password: body.password,
  };
  const { user_id } = link;
  const signUp = { user_id, useLink: emailLinks.toUse(link, now) };
  const account = await accounts.create(table, newUser, now, signUp);
  if (!account) throw fail('link_unavailable');

  audit('user_created', { request_id: requestId, user_id });
  const session = await startSession(request, account.identity, readBrowser(header));
  const url = await findNextPageUrl(request, link);
  return redirect(url, session?.cookies);
};

/**
 * Returns the URL of the consent page of the authorization request that the person came from.
 * Without such a request, or in another browser, returns the URL of the account page.
 */
async function findNextPageUrl(
  { header, table, baseUrls, version }: LinkActionRequest,
  { request = '' }: EmailLink,
): Promise<string> {
  const pages = getPageUrls(baseUrls, version);
  const { secret } = readBrowser(header);
  const authorizationRequest = await authorizationRequests.find(table, request, secret);
  return authorizationRequest
    ? pages.consent(authorizationRequest.id)
    : pages.account('account', 'account_created');
}
