import { identifyBrowser, readBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken, requireFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { findSignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { endSession, leave, readLogoutRequest } from './end-session.ts';
import endpoints from './endpoints.ts';
import { renderLogoutPage } from './logout.page.ts';
import { logoutForm } from './logout.ts';

const showLogout = serve(endpoints.show, pageDependencies, async (request) => {
  const { query, header, baseUrls, version, settings } = request;
  const pages = getPageUrls(baseUrls, version);
  const { browser, cookies } = identifyBrowser(header);
  const { sessionToken } = browser;
  const [logout, user] = await Promise.all([
    readLogoutRequest(query, request),
    findSignedInUser(request, sessionToken),
  ]);
  if (!user) return leave(logout, pages);
  if (user.profile.id === logout.hintedUserId) {
    await endSession({ ...request, session: user.session, sessionToken });
    return leave(logout, pages);
  }
  const form_token = getFormToken(browser, logoutForm);
  const { service } = settings;
  return {
    status: 200,
    // The form redirects to the application.
    headers: getPageHeaders('any'),
    cookies,
    body: renderLogoutPage(logout, query, { user, service, form_token, pages }),
  };
});

const submitLogout = serve(endpoints.submit, pageDependencies, async (request) => {
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

/** Serves the sign-out by applications: its page and its form. */
export const handler = serveEach(endpoints, {
  show: showLogout,
  submit: submitLogout,
});
