import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { mainInterface } from '#shared/contract/interfaces.ts';
import { parameter } from '#shared/contract/text.ts';
import type { Links } from '#shared/hal/links.ts';
import type { IssuedTokens } from '../grant/grant.ts';

/** A parameter that is sent at most once. An empty one counts as missing (RFC 6749 section 3.2). */
const OptionalParameter = z.pipe(
  z.optional(parameter()),
  z.transform((value) => value || undefined),
);

const clientParameters = {
  client_id: described(
    OptionalParameter,
    'The id of the application, unless sent with HTTP Basic.',
    '01k9wq3d5g',
  ),
  client_secret: described(
    OptionalParameter,
    'Its secret, unless sent with HTTP Basic.',
    'fit_cs_8pq...',
  ),
};

/** What an application sends about a token of its own (RFC 7009 section 2.1, RFC 7662 section 2.1). */
export const TokenReference = z.object({
  ...clientParameters,
  token: described(OptionalParameter, 'The access token or refresh token.', 'fit_rt_8pq...'),
  token_type_hint: described(OptionalParameter, '`access_token` or `refresh_token`; not needed.'),
});
export type TokenReference = z.output<typeof TokenReference>;

/** What the endpoints have in common at which an application asks about a token of its own, or ends it. */
export const tokenEndpointDefaults = {
  ...mainInterface,
  method: 'POST',
  auth: 'public',
  request: { form: TokenReference },
  errors: ['validation_failed', 'invalid_client', 'too_many_attempts'],
  errorShape: 'oauth',
  stores: { table: ['get', 'update'] },
} as const satisfies Partial<Endpoint>;

/** The parameters of all grants (specification section 4.2, RFC 7636 sections 4.1 and 4.5). */
export const TokenRequest = z.object({
  grant_type: described(
    OptionalParameter,
    '`authorization_code`, `refresh_token`, or `client_credentials` for a token without a user.',
    'authorization_code',
  ),
  ...clientParameters,
  code: described(
    OptionalParameter,
    'For `authorization_code`: the code from the redirect_uri.',
    'fit_ac_3kx...',
  ),
  redirect_uri: described(
    OptionalParameter,
    'For `authorization_code`: optional; must match the authorization request.',
  ),
  code_verifier: described(
    OptionalParameter,
    'For `authorization_code`: required if the authorization request had a code_challenge.',
  ).check(
    z.refine(
      (value) => value === undefined || /^[A-Za-z0-9._~-]{43,128}$/.test(value),
      'must have 43 to 128 characters: A-Z, a-z, 0-9, hyphen, period, underscore or tilde',
    ),
  ),
  refresh_token: described(OptionalParameter, 'For `refresh_token`: the latest refresh token.'),
  scope: described(OptionalParameter, 'Accepted and ignored; the only scope is `read`.'),
});
export type TokenRequest = z.output<typeof TokenRequest>;

/** The answer, the same seven fields for every grant (specification section 2.1, decision A1). */
export const TokenResponse = z.object({
  access_token: described(z.string(), 'Send it as a bearer token.', 'fit_at_3kx...'),
  expires_in: described(z.int(), 'Lifetime in seconds.', 5_184_000),
  token_type: z.literal('Bearer'),
  scope: described(z.string(), 'The scope of the token.', 'read'),
  user_id: described(
    z.string(),
    'The id of the user who granted it, or of the service principal.',
    '01k9wq3d5g',
  ),
  user_href: described(z.string(), 'The path of that user.', '/v7.1/user/01k9wq3d5g/'),
  refresh_token: described(z.string(), 'Exchange it for new tokens.', 'fit_rt_8pq...'),
});

/** A pair of tokens as the application gets it. */
export function present(
  { grant, access_token, refresh_token, expires_in }: IssuedTokens,
  links: Links,
) {
  const { scope, user_id } = grant;
  const [{ href } = { href: '' }] = links.item('user', user_id);
  return {
    access_token,
    expires_in,
    token_type: 'Bearer' as const,
    scope,
    user_id,
    user_href: href,
    refresh_token,
  };
}
