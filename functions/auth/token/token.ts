import * as z from 'zod/mini';
import { type Endpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described } from '#shared/contract/schema.ts';
import type { Links } from '#shared/hal/links.ts';
import type { IssuedTokens } from '../grant/grant.ts';
import { clientParameters, OptionalParameter } from './grants/token-request.ts';

/** The form of a client that sends a token (RFC 7009 section 2.1, RFC 7662 section 2.1). */
export const TokenReference = z
  .object({
    ...clientParameters,
    token: described(
      OptionalParameter,
      'The access token or refresh token.',
      'fit_rt_8pq...',
    ).check(z.meta({ isRequired: true })),
    token_type_hint: described(
      OptionalParameter,
      '`access_token` or `refresh_token`; not needed.',
    ),
  })
  .check(z.meta({ id: 'TokenReference' }));
export type TokenReference = z.output<typeof TokenReference>;

/** The members that the endpoints for introspection and revocation share. */
export const tokenEndpointDefaults = {
  ...mainInterface,
  method: 'POST',
  auth: 'public',
  request: { form: TokenReference },
  errors: ['validation_failed', 'invalid_client', 'too_many_attempts'],
  errorShape: 'oauth',
  stores: { table: ['get', 'update'] },
} as const satisfies Partial<Endpoint>;

/** The response, which has the same fields for every grant type (specification 2.1). */
export const TokenResponse = z
  .object({
    access_token: described(z.string(), 'Send it as a bearer token.', 'fit_at_3kx...'),
    expires_in: described(z.int(), 'Lifetime in seconds.', 5_184_000),
    token_type: z.literal('Bearer'),
    scope: described(z.string(), 'The scope of the token.', 'read'),
    user_id: described(
      z.string(),
      'The id of the user who granted access, or of the service principal.',
      '01k9wq3d5g',
    ),
    user_href: described(z.string(), 'The path of that user.', '/v7.1/user/01k9wq3d5g/'),
    refresh_token: described(z.string(), 'Exchange it for new tokens.', 'fit_rt_8pq...'),
  })
  .check(z.meta({ id: 'TokenResponse' }));

/** Returns the response for a pair of tokens. */
export function present(tokens: IssuedTokens, links: Links) {
  const { access_token, refresh_token, expires_in } = tokens;
  const { scope, access_scope = scope, user_id } = tokens.grant;
  const [userLink] = links.item('user', user_id);
  return {
    access_token,
    expires_in,
    token_type: 'Bearer' as const,
    scope: access_scope,
    user_id,
    user_href: userLink?.href ?? '',
    refresh_token,
  };
}
