import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { fillPlaceholders } from '#shared/pages/placeholders.ts';
import { getIndexPage } from '../docs.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ version, addresses }) => ({
    status: 200,
    body: fillPlaceholders(getIndexPage(), { ...addresses, version }),
  }),
);
