import * as z from 'zod/mini';
import { described, parameter } from '#shared/contract/schema.ts';
import { grantTypes } from '../../client/client.ts';

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
    scope: described(
      OptionalParameter,
      'For `client_credentials`: the requested scopes, separated by spaces. For `refresh_token`: ' +
        'the scopes of the next access token, at most those of the grant. Unknown names are ' +
        'ignored.',
    ),
  })
  .check(z.meta({ id: 'TokenRequest' }));
export type TokenRequest = z.output<typeof TokenRequest>;
