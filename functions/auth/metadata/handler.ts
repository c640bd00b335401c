import { serve } from '#shared/http/serve.ts';
import endpoint from './endpoint.ts';
import { buildMetadata } from './metadata.ts';

export const handler = serve(endpoint, {}, async (request) => {
  const metadata = buildMetadata(request.baseUrls);
  return { status: 200, body: metadata };
});
