import { createHash } from 'node:crypto';
import { parseToken } from '#shared/auth/tokens.ts';
import { removeResponseParameters } from '../../client/redirect-uri.ts';
import * as grants from '../../grant/grant.store.ts';
import type { TokenGrant } from './token-grant.ts';

/** The S256 challenge of a verifier (RFC 7636 section 4.6). */
function toCodeChallenge(code_verifier: string): string {
  return createHash('sha256').update(code_verifier).digest('base64url');
}

/** RFC 6749 section 4.1.3: a code that a user's decision gave, for the first pair of tokens. */
export const authorizationCode: TokenGrant = {
  type: 'authorization_code',
  required: ['code'],
  exchange: async ({ request, client: { client_id }, table, now }) => {
    const { redirect_uri, code_verifier } = request;
    const code = parseToken('code', request.code ?? '');
    if (!code) return { reason: 'the code is invalid' };
    const shown = {
      client_id,
      redirect_uri: redirect_uri && removeResponseParameters(redirect_uri),
      code_challenge: code_verifier && toCodeChallenge(code_verifier),
    };
    return grants.redeem(table, code, shown, now);
  },
};
