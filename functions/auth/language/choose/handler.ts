import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { serializeLanguageCookie } from '../language.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ query, header, baseUrls, version }) => {
    // Browsers send the whole address of our own pages, and of other sites the origin at most.
    const [page = ''] = header('referer');
    const isOwn = page.startsWith(`${baseUrls.auth}/`);
    const url = isOwn ? page : getPageUrls(baseUrls, version).account('account');
    return redirect(url, [serializeLanguageCookie(query.language)]);
  },
);
