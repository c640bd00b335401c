import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as images from '../image.store.ts';
import { present } from '../image.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { params, table, links, baseUrls, scheme, fail } = request;
  const image = requireFound(
    await images.find(table, params.id),
    { kind: 'image', id: params.id },
    fail,
  );
  return { status: 200, body: present(image.id, links, baseUrls.cdn, scheme) };
});
