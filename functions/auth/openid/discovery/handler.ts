import { buildMetadata } from '#functions/auth/metadata/metadata.ts';
import { serve } from '#shared/http/serve.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async ({ baseUrls, settings }) => {
  const metadata = buildMetadata(baseUrls, settings);
  return { status: 200, body: metadata };
});
