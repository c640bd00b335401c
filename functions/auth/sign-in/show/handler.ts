import { serve } from '#shared/http/serve.ts';
import { selectTexts } from '#shared/pages/languages/languages.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { openTable } from '#shared/table/table.ts';
import { ensureBrowserSecret, getFormToken, readBrowser } from '../../browser/browser.ts';
import { getPageUrls } from '../../browser/page-urls.ts';
import { getDestination } from '../destination.ts';
import { renderSignInPage } from '../sign-in.page.ts';
import { getFormReference } from '../sign-in.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async ({ query, header, table, addresses, version, fail }) => {
    const texts = selectTexts(header('accept-language'));
    const { secret, cookies } = ensureBrowserSecret(header);
    const scene = { table, texts, pages: getPageUrls(addresses, version), fail };
    const { name, forms } = await getDestination(query, secret, scene);
    const form_token = getFormToken(
      'sign-in',
      { ...readBrowser(header), secret },
      getFormReference(query),
    );
    const signedOut = query.notice === 'signed_out';
    return {
      status: 200,
      headers: getPageHeaders(forms),
      cookies,
      body: renderSignInPage({ texts, destination: name, form_token, signedOut }),
    };
  },
);
