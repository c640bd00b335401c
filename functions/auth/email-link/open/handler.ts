import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken, requireFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTableFor } from '#shared/table/table.ts';
import type { EmailLink, LinkPurpose } from '../email-link.ts';
import { timeZoneScript } from './browser-settings.ts';
import { confirmEmail, undoEmailChange } from './email-actions.ts';
import endpoints from './endpoints.ts';
import { completeSignUp, type LinkAction, resetPassword } from './link-actions.ts';
import { renderOpenLinkPage } from './open-link.page.ts';
import { createsAccount, getOpenLinkBinding, listFormProblems } from './open-link.ts';
import { requireLink } from './require-link.ts';

/** Returns the headers of the page of a link. Only one that creates an account has a script. */
function getLinkPageHeaders(link: EmailLink) {
  return getPageHeaders('self', createsAccount(link) ? timeZoneScript : undefined);
}

const showOpenLinkPage = serve(endpoints.show, pageDependencies, async (request) => {
  const { query, header, settings } = request;
  const link = await requireLink(request);
  const { browser, cookies } = identifyBrowser(header);
  const body = renderOpenLinkPage({
    language: readLanguage(header),
    service: settings.service,
    link,
    token: query.token,
    pages: getPageUrls(request.baseUrls, request.version),
    form_token: getFormToken(browser, getOpenLinkBinding(query)),
  });
  return { status: 200, headers: getLinkPageHeaders(link), cookies, body };
});

/** The action of each link. */
const actions: Readonly<Record<LinkPurpose, LinkAction>> = {
  sign_up: completeSignUp,
  invitation: completeSignUp,
  password_reset: resetPassword,
  email_change: confirmEmail,
  email_undo: undoEmailChange,
};

const submitOpenLinkPage = serve(
  endpoints.submit,
  { pages: pageRenderer, table: openTableFor(endpoints.submit) },
  async (request) => {
    const { query, body, header, settings, requestId } = request;
    requireFormToken(request, getOpenLinkBinding(query));

    const link = await requireLink(request);
    const problems = listFormProblems(link, body);
    if (problems.length > 0) {
      const language = readLanguage(header);
      const { form_token } = body;
      const { service } = settings;
      const pages = getPageUrls(request.baseUrls, request.version);
      const form = { token: query.token, form_token, entered: body, problems };
      const page = renderOpenLinkPage({ language, service, link, pages, ...form });
      return { status: 400, headers: getLinkPageHeaders(link), body: page };
    }

    const response = await actions[link.purpose](request, link);
    const { user_id, purpose } = link;
    audit('link_used', { request_id: requestId, user_id, code: purpose });
    return response;
  },
);

/** Serves the page that a link in a mail opens, and its form. */
export const handler = serveEach(endpoints, {
  show: showOpenLinkPage,
  submit: submitOpenLinkPage,
});
