import type { AuthorizationCheck } from './check.ts';

/** Rejects a parameter that is sent twice (RFC 6749 section 3.1). */
export const checkDuplicates: AuthorizationCheck = ({ duplicates }) => {
  const [name] = duplicates;
  if (name === undefined) return undefined;
  return { error: 'invalid_request', error_description: `${name} must not be repeated` };
};
