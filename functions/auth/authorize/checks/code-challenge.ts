import type { AuthorizationCheck, AuthorizationError } from './check.ts';

/** Matches a SHA-256 digest in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Requires an S256 challenge if the client must use PKCE or sends one of its parameters (RFC 7636
 * section 4.3, wire.md A5). A missing method would mean `plain`: somebody who reads the request
 * could redeem the code (RFC 9700 section 2.1.1).
 */
export const checkCodeChallenge: AuthorizationCheck = ({ values }, { pkce_required }) => {
  const { code_challenge, code_challenge_method } = values;
  if (code_challenge === undefined)
    return checkMissingChallenge(code_challenge_method, pkce_required);
  if (code_challenge_method !== 'S256')
    return toInvalidRequest('code_challenge_method must be S256');
  if (challengePattern.test(code_challenge)) return undefined;
  return toInvalidRequest(
    'code_challenge must be the base64url-encoded SHA-256 hash of the code_verifier',
  );
};

function checkMissingChallenge(
  method: string | undefined,
  isRequired: boolean,
): AuthorizationError | undefined {
  if (isRequired) return toInvalidRequest('code_challenge is required for this client');
  if (method === undefined) return undefined;
  return toInvalidRequest('code_challenge is required with code_challenge_method');
}

function toInvalidRequest(error_description: string): AuthorizationError {
  return { error: 'invalid_request', error_description };
}
