import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { renderDocumentation } from '../docs.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ version, addresses }) => {
    const page = renderDocumentation('index', { ...addresses, version });
    if (!page) throw new Error('The documentation has no index page.');
    return { status: 200, ...page };
  },
);
