import { serve } from '#shared/http/serve.ts';
import { describeResource, resourceNames } from '../protected-resource.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async ({ host, baseUrls }) => {
  const name = resourceNames.find((known) => known === host) ?? endpoint.host;
  return { status: 200, body: describeResource(name, baseUrls) };
});
