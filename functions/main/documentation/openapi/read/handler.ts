import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { findOpenApi } from '../../documentation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {},
  async ({ params: { document: id }, baseUrls, fail }) => {
    const content = findOpenApi(id, baseUrls);
    const body = requireFound(content, { kind: 'OpenAPI document', id }, fail);
    return { status: 200, body };
  },
);
