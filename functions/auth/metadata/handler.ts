import { serve } from '#shared/http/serve.ts';
import endpoint from './endpoint.ts';
import { buildMetadata } from './metadata.ts';

export const handler = serve(endpoint, {}, async ({ addresses }) => ({
  status: 200,
  body: buildMetadata(addresses),
}));
