import { toServicePrincipal } from '#shared/auth/principal.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { findScopeProblem, getRequestedScope } from '../../client/client-scope.ts';
import * as grants from '../../grant/grant.store.ts';
import type { GrantedAccess } from '../../grant/grant.ts';
import type { TokenGrant } from './token-grant.ts';

/** Issues tokens of the client itself (RFC 6749 section 4.4, wire.md A2). */
export const clientCredentials: TokenGrant = {
  type: 'client_credentials',
  required: [],
  exchange: async ({ request, client, table, now }) => {
    const scope = getRequestedScope(request.scope, client);
    const problem = findScopeProblem(scope, client);
    if (problem !== undefined)
      return failure({ error: 'invalid_scope', reason: problem });

    const { client_id, name } = client;
    const grantedAccess: GrantedAccess = {
      user_id: toServicePrincipal(client_id),
      username: name,
      client_id,
      application_name: name,
      token_use: 'application',
      scope,
    };
    const tokens = await grants.issue(table, grantedAccess, now);
    return success(tokens);
  },
};
