import * as z from 'zod/mini';
import { defineEndpoint, notModified } from '#shared/contract/endpoint.ts';
import { described } from '#shared/contract/schema.ts';

const JsonWebKey = z
  .object({
    kty: described(z.string(), 'The type of the key.', 'EC'),
    crv: described(z.string(), 'The curve of the key.', 'P-256'),
    x: described(z.string(), 'The x coordinate, in base64url.'),
    y: described(z.string(), 'The y coordinate, in base64url.'),
    kid: described(z.string(), 'The id of the key, which the header of an id_token has.'),
    use: described(z.string(), 'The key signs.', 'sig'),
    alg: described(z.string(), 'The algorithm of its signatures.', 'ES256'),
  })
  .check(z.meta({ id: 'JsonWebKey' }));

const JsonWebKeySet = z
  .object({ keys: z.array(JsonWebKey) })
  .check(z.meta({ id: 'JsonWebKeySet' }));

export default defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/jwks.json',
  versions: ['.well-known'],
  operationId: 'getSigningKeys',
  summary: 'Get the keys of id_tokens',
  description:
    'RFC 7517. The public keys that verify the signatures of id_tokens. A new key is here a day ' +
    'before it signs, and the previous one as long as its id_tokens are valid.',
  auth: 'public',
  responses: {
    200: { description: 'The keys.', body: JsonWebKeySet },
    304: notModified,
  },
  errorShape: 'oauth',
  stores: { signingKeys: ['publish'] },
  cacheSeconds: 3600,
});
