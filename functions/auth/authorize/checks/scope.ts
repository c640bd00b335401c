import { fullScope as grantedScope } from '#shared/contract/scopes.ts';
import type { AuthorizationCheck } from './check.ts';

/** Requires the one scope if a scope is sent. Further scopes are ignored (decision A1). */
export const checkScope: AuthorizationCheck = ({ values }) => {
  const requested = values.scope?.split(' ');
  if (!requested || requested.includes(grantedScope)) return undefined;
  return { error: 'invalid_scope', error_description: `scope must be ${grantedScope}` };
};
