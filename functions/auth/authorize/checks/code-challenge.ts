import type { AuthorizationCheck, AuthorizationError } from './check.ts';

const problem = (error_description: string): AuthorizationError => ({
  error: 'invalid_request',
  error_description,
});

/**
 * A challenge is a SHA-256 in base64url, and the application says so: an omitted method would mean `plain`, which
 * protects nothing (RFC 7636 sections 4.2 and 4.3, RFC 9700 section 2.1.1, decision A5).
 */
export const checkCodeChallenge: AuthorizationCheck = ({ values: once }, { pkce_required }) => {
  const { code_challenge, code_challenge_method } = once;
  if (code_challenge === undefined) {
    if (pkce_required) return problem('code_challenge is required for this client');
    return code_challenge_method === undefined
      ? undefined
      : problem('code_challenge is required with code_challenge_method');
  }
  if (code_challenge_method !== 'S256') return problem('code_challenge_method must be S256');
  return /^[A-Za-z0-9_-]{43}$/.test(code_challenge)
    ? undefined
    : problem('code_challenge must be the base64url-encoded SHA-256 hash of the code_verifier');
};
