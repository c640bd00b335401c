import { toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { failure } from '#shared/runtime/result.ts';
import { removeResponseParameters } from '../../client/redirect-uri.ts';
import * as grants from '../../grant/grant.store.ts';
import type { Redemption } from '../../grant/redemption.ts';
import type { TokenGrant } from './token-grant.ts';

/** Exchanges an authorization code for the first pair of tokens (RFC 6749 section 4.1.3). */
export const authorizationCode: TokenGrant = {
  type: 'authorization_code',
  required: ['code'],
  exchange: async ({ request, client, table, now }) => {
    const { redirect_uri, code_verifier } = request;
    const code = parseToken('code', request.code ?? '');
    if (!code) return failure({ reason: 'the code is invalid' });

    const redemption: Redemption = {
      client_id: client.client_id,
      redirect_uri: redirect_uri && removeResponseParameters(redirect_uri),
      // The S256 challenge of a verifier is its SHA-256 digest (RFC 7636 section 4.6).
      code_challenge: code_verifier && toDigest(code_verifier),
    };
    return grants.redeem(table, code, redemption, now);
  },
};
