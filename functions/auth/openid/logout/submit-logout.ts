import { readBrowser } from '#functions/auth/browser/browser.ts';
import { requireFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { findSignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { endSession, leave, readLogoutRequest } from './end-session.ts';
import endpoints from './endpoints.ts';
import { logoutForm } from './logout.ts';

export const submitLogout = serve(endpoints.submit, pageDependencies, async (request) => {
  const { body, header, baseUrls, version } = request;
  const pages = getPageUrls(baseUrls, version);
  const { form_token, ...parameters } = body;
  // A form of another site comes without our cookies, and the request that follows has them.
  if (form_token === '') return redirect(pages.logout(parameters));

  requireFormToken(request, logoutForm);
  const { sessionToken } = readBrowser(header);
  const [logout, user] = await Promise.all([
    readLogoutRequest(parameters, request),
    findSignedInUser(request, sessionToken),
  ]);
  if (user) await endSession({ ...request, session: user.session, sessionToken });
  return leave(logout, pages);
});
