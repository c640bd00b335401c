import { serve } from '#shared/http/serve.ts';
import endpoint from './endpoint.ts';
import { metadataOf } from './metadata.ts';

export const handler = serve(endpoint, {}, async ({ addresses }) => ({
  status: 200,
  body: metadataOf(addresses),
}));
