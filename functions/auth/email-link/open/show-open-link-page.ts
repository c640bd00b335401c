import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import endpoints from './endpoints.ts';
import { renderOpenLinkPage } from './open-link.page.ts';
import { getOpenLinkBinding } from './open-link.ts';
import { requireLink } from './require-link.ts';

export const showOpenLinkPage = serve(
  endpoints.show,
  pageDependencies,
  async (request) => {
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
    return { status: 200, cookies, body };
  },
);
