import * as z from 'zod/mini';
import { grantTypes } from '#functions/auth/client/client.ts';
import type { IssuedTokens } from '#functions/auth/grant/grant.ts';
import { type Endpoint, mainInterface } from '#shared/contract/endpoint.ts';
import { described, parameter } from '#shared/contract/schema.ts';
import type { Links } from '#shared/hal/links.ts';
import { compact } from '#shared/runtime/compact.ts';

/** Matches a code verifier (RFC 7636 section 4.1). */
const codeVerifierPattern = '^[A-Za-z0-9._~-]{43,128}$';

/** A parameter that is sent at most once. An empty one counts as missing (RFC 6749 section 3.2). */
export const OptionalParameter = z.pipe(
  z.optional(parameter()),
  z.transform((value) => value || undefined),
);

/** The parameters by which a client authenticates in the form (RFC 6749 section 2.3.1). */
export const clientParameters = {
  client_id: described(
    OptionalParameter,
    'The id of the application, unless sent with HTTP Basic.',
    '01k9wq3d5g',
  ),
  client_secret: described(
    OptionalParameter,
    'The secret of the application, unless sent with HTTP Basic. A public application has none.',
    'fit_cs_8pq...',
  ),
};

/** The parameters of all grants (specification 4.2, RFC 7636 sections 4.1 and 4.5). */
export const TokenRequest = z
  .object({
    grant_type: described(
      OptionalParameter,
      '`authorization_code`, `refresh_token`, or `client_credentials` for a token without a user.',
      'authorization_code',
    ).check(z.meta({ isRequired: true, enum: [...grantTypes] })),
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
        (value) => value === undefined || new RegExp(codeVerifierPattern).test(value),
        'must have 43 to 128 characters: A-Z, a-z, 0-9, hyphen, period, underscore or tilde',
      ),
      z.meta({ pattern: codeVerifierPattern }),
    ),
    refresh_token: described(
      OptionalParameter,
      'For `refresh_token`: the latest refresh token.',
    ),
    resource: described(
      // It may be repeated (RFC 8707 section 2.2).
      z
        .optional(z.union([parameter(), z.array(parameter())]))
        .check(z.meta({ type: 'string' })),
      'RFC 8707: what the token is for, as in the authorization request. Defaults to what that ' +
        'request asked for, or else to the main and diary hosts.',
    ),
    scope: described(
      OptionalParameter,
      'For `client_credentials`: the requested scopes, separated by spaces. For `refresh_token`: ' +
        'the scopes of the next access token, at most those of the grant. Unknown names are ' +
        'ignored.',
    ),
  })
  .check(z.meta({ id: 'TokenRequestInput' }));
export type TokenRequest = z.output<typeof TokenRequest>;

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
  .check(z.meta({ id: 'TokenReferenceInput' }));
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
    scope: described(
      z.string(),
      'The scope of the token. The user can allow less than the application asks for.',
      'read',
    ),
    user_id: described(
      z.string(),
      'The id of the user who granted access, or of the service principal.',
      '01k9wq3d5g',
    ),
    user_href: described(z.string(), 'The path of that user.', '/v7.1/user/01k9wq3d5g/'),
    refresh_token: described(z.string(), 'Exchange it for new tokens.', 'fit_rt_8pq...'),
    id_token: described(
      z.optional(z.string()),
      'Who has signed in (OpenID Connect Core 1.0 section 2), valid for an hour. Only for a ' +
        'code, and only with the scope `openid`.',
    ),
  })
  .check(z.meta({ id: 'TokenResponse' }));

/** Returns the response for a pair of tokens. */
export function present(tokens: IssuedTokens, links: Links) {
  const { access_token, refresh_token, expires_in, id_token } = tokens;
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
    ...compact({ id_token }),
  };
}
