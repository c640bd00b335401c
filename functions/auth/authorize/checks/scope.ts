import { scope as readScope } from '../../grant/grant.ts';
import type { AuthorizationCheck } from './check.ts';

/** There is one scope; a request may name it, or further ones with it, and always gets just that (decision A1). */
export const checkScope: AuthorizationCheck = ({ values: { scope } }) =>
  scope === undefined || scope.split(' ').includes(readScope)
    ? undefined
    : { error: 'invalid_scope', error_description: `scope must be ${readScope}` };
