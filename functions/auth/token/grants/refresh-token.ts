import { parseToken } from '#shared/auth/tokens.ts';
import * as grants from '../../grant/grant.store.ts';
import type { TokenGrant } from './token-grant.ts';

/** RFC 6749 section 6: the next pair of tokens, for the refresh token of the pair before (decision A8). */
export const refreshToken: TokenGrant = {
  type: 'refresh_token',
  required: ['refresh_token'],
  exchange: async ({ request, client: { client_id }, table, now }) => {
    const token = parseToken('refresh', request.refresh_token ?? '');
    return token
      ? grants.refresh(table, token, client_id, now)
      : { reason: 'the refresh token is invalid' };
  },
};
