import { normalizeScope, scopes } from '#shared/contract/scopes.ts';
import { findScopeProblem, getRequestedScope } from '../../client/client-scope.ts';
import type { AuthorizationCheck, AuthorizationError } from './check.ts';

/**
 * Rejects a scope that has no known name, or that the client may not request. Ignores unknown names
 * beside a known one, because published client libraries send them (wire.md A1).
 */
export const checkScope: AuthorizationCheck = ({ values: { scope } }, client) => {
  if (scope !== undefined && normalizeScope(scope) === '')
    return toInvalidScope(`scope must have at least one of ${scopes.join(', ')}`);

  const problem = findScopeProblem(getRequestedScope(scope, client), client);
  return problem === undefined ? undefined : toInvalidScope(problem);
};

function toInvalidScope(error_description: string): AuthorizationError {
  return { error: 'invalid_scope', error_description };
}
