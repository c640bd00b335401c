import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { fillPlaceholders } from '#shared/pages/placeholders.ts';
import { findPage } from '../docs.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ params, version, addresses, fail }) => {
    const page = findPage(params.resource);
    if (page === undefined)
      throw fail('not_found', { kind: 'documentation page', id: params.resource });
    return { status: 200, body: fillPlaceholders(page, { ...addresses, version }) };
  },
);
