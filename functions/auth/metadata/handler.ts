import { serve } from '#shared/http/serve.ts';
import defineEndpoint from './endpoint.ts';
import { metadataOf } from './metadata.ts';

export const handler = serve(defineEndpoint, {}, async ({ addresses }) => ({
  status: 200,
  body: metadataOf(addresses),
}));
