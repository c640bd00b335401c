import { parseToken } from '#shared/auth/tokens.ts';
import { normalizeScope } from '#shared/contract/scopes.ts';
import { failure } from '#shared/runtime/result.ts';
import * as grants from '../../grant/grant.store.ts';
import { lifetimes } from '../../grant/grant.ts';
import type { TokenGrant } from './token-grant.ts';

/** Exchanges a refresh token for the next pair of tokens (RFC 6749 section 6, wire.md A8). */
export const refreshToken: TokenGrant = {
  type: 'refresh_token',
  required: ['refresh_token'],
  exchange: async ({ request, client, table, now }) => {
    const token = parseToken('refresh', request.refresh_token ?? '');
    if (!token) return failure({ reason: 'the refresh token is invalid' });

    const { client_id } = client;
    const graceSeconds = client.public
      ? lifetimes.publicRefreshGrace
      : lifetimes.refreshGrace;
    const scope = normalizeScope(request.scope ?? '');
    return grants.refresh(table, token, { client_id, scope, graceSeconds }, now);
  },
};
