import { type Browser, identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken } from '#functions/auth/browser/form.ts';
import { takeNotice } from '#functions/auth/browser/notice.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import { findSignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { loadDestination } from './destination.ts';
import endpoints from './endpoints.ts';
import { renderSignInPage } from './sign-in.page.ts';
import { getFormBinding, getSignInHelp, getTarget } from './sign-in.ts';

export const showSignIn = serve(endpoints.show, pageDependencies, async (request) => {
  const { query, header } = request;
  const language = readLanguage(header);
  const { browser, cookies } = identifyBrowser(header);
  const { notice, cookies: noticeCookies } = takeNotice(header, 'sign-in');
  const destination = await loadDestination(request, browser.secret, language);
  const isPageOfAccount = query.continue !== undefined && notice === undefined;
  if (isPageOfAccount && (await hasSignedIn(request, browser)))
    return redirect(destination.url);
  const body = renderSignInPage({
    language,
    service: request.settings.service,
    target: getTarget(query),
    destination: destination.label,
    pages: getPageUrls(request.baseUrls, request.version),
    form_token: getFormToken(browser, getFormBinding(query)),
    help: getSignInHelp(request),
    notice,
  });
  return {
    status: 200,
    headers: getPageHeaders(destination.formTarget),
    cookies: [...cookies, ...noticeCookies],
    body,
  };
});

/**
 * Returns whether a person has signed in meanwhile, e.g. in another tab. Only another sign-in
 * cancels the deletion of their account, as the mail about it says.
 */
async function hasSignedIn(
  request: HandlerRequest<typeof endpoints.show>,
  { sessionToken }: Browser,
): Promise<boolean> {
  const user = await findSignedInUser(request, sessionToken);
  const erasure = user && (await erasures.find(request.table, user.profile.id));
  return user !== undefined && erasure?.state !== 'scheduled';
}
