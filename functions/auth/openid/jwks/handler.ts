import { serve } from '#shared/http/serve.ts';
import { openSigningKeys } from '#shared/signing/signing-keys.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, {}, async () => {
  const published = await openSigningKeys().listPublished();
  const keys = published.map((key) => ({ ...key, use: 'sig', alg: 'ES256' }));
  return { status: 200, body: { keys } };
});
