import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { describeResource, resourceNames } from '../protected-resource.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async ({ params, baseUrls, fail }) => {
  const known = resourceNames.find((name) => name === params.name);
  const requested = { kind: 'protected resource', id: params.name };
  const name = requireFound(known, requested, fail);
  return { status: 200, body: describeResource(name, baseUrls) };
});
