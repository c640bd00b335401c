import type { AuthorizationCheck } from './check.ts';

/** No parameter is sent twice (RFC 6749 section 3.1). */
export const checkDuplicates: AuthorizationCheck = ({ duplicates: [name] }) =>
  name && { error: 'invalid_request', error_description: `${name} must not be repeated` };
