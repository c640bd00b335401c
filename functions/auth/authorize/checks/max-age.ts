import type { AuthorizationCheck } from './check.ts';

/**
 * Rejects a `max_age` that is not in whole seconds (OpenID Connect Core 1.0 section 3.1.2.1). The
 * maximum of nine digits is about 31 years.
 */
export const checkMaxAge: AuthorizationCheck = ({ values: { max_age } }) => {
  if (max_age === undefined || /^\d{1,9}$/.test(max_age)) return undefined;
  return {
    error: 'invalid_request',
    error_description: 'max_age must be a whole number of seconds',
  };
};
