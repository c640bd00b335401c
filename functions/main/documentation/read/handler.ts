import { requireFound } from '#shared/http/handler.ts';
import { prefersHtmlToJson } from '#shared/http/headers.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { renderDocumentation, renderNotFoundPage } from '../documentation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ params, header, version, baseUrls, fail }) => {
    const values = { ...baseUrls, version };
    const page = renderDocumentation(params.page, values);
    // Browsers name HTML. A client that names nothing gets JSON, as it does of other paths.
    if (!page && prefersHtmlToJson(header('accept')))
      return { status: 404, ...renderNotFoundPage(values) };
    const requested = { kind: 'documentation page', id: params.page };
    return { status: 200, ...requireFound(page, requested, fail) };
  },
);
