import { serve } from '#shared/http/serve.ts';
import { selectTexts } from '#shared/pages/languages/languages.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { openTable } from '#shared/table/table.ts';
import { identifyBrowser } from '../../browser/browser.ts';
import { getFormToken } from '../../browser/form-token.ts';
import { loadDestination } from '../destination.ts';
import { renderSignInPage } from '../sign-in.page.ts';
import { getFormBinding } from '../sign-in.ts';
import { getSignInHelp } from '../sign-in-help.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const { query, header } = request;
    const texts = selectTexts(header('accept-language'));
    const { browser, cookies } = identifyBrowser(header);
    const destination = await loadDestination(request, browser.secret, texts);
    const body = renderSignInPage({
      texts,
      destination: destination.label,
      form_token: getFormToken(browser, getFormBinding(query)),
      help: getSignInHelp(request),
      notice: query.notice,
    });
    return {
      status: 200,
      headers: getPageHeaders(destination.formTarget),
      cookies,
      body,
    };
  },
);
