import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { renderDocumentation } from '../documentation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ version, baseUrls }) => {
    const page = renderDocumentation('index', { ...baseUrls, version });
    if (!page) throw new Error('The documentation has no index page.');
    return { status: 200, ...page };
  },
);
