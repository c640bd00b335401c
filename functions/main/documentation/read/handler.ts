import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { renderDocumentation } from '../documentation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ params, version, baseUrls, fail }) => {
    const page = renderDocumentation(params.page, { ...baseUrls, version });
    const requested = { kind: 'documentation page', id: params.page };
    return { status: 200, ...requireFound(page, requested, fail) };
  },
);
