import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken } from '#functions/auth/browser/form.ts';
import { takeNotice } from '#functions/auth/browser/notice.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import endpoints from './endpoints.ts';
import { renderLinkSentPage, renderSendLinkPage } from './send-link.page.ts';
import { getSendLinkBinding, requirePurpose } from './send-link.ts';

export const showSendLinkPage = serve(
  endpoints.show,
  { pages: pageRenderer },
  async (request) => {
    requirePurpose(request);
    const { query, header, baseUrls, settings, version } = request;
    const { browser, cookies } = identifyBrowser(header);
    const props = {
      language: readLanguage(header),
      service: settings.service,
      query,
      pages: getPageUrls(baseUrls, version),
      form_token: getFormToken(browser, getSendLinkBinding(query)),
    };
    const { notice, entered, cookies: noticeCookies } = takeNotice(header, 'send-link');
    const body =
      notice === 'sent'
        ? renderLinkSentPage({ ...props, email: entered })
        : renderSendLinkPage(props);
    return { status: 200, cookies: [...cookies, ...noticeCookies], body };
  },
);
