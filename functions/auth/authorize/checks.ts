import {
  type Client,
  findScopeProblem,
  getRequestedScope,
} from '#functions/auth/client/client.ts';
import { getAudience, type RequestedTarget } from '#functions/auth/resource/resource.ts';
import { agentScopes, normalizeScope, scopes } from '#shared/contract/scopes.ts';
import { type AuthorizationParameters, maxBytes } from './parameters.ts';

/** The error of an authorization request, as the client receives it (RFC 6749 section 4.1.2.1). */
export interface AuthorizationError {
  error:
    | 'invalid_request'
    | 'invalid_scope'
    | 'invalid_target'
    | 'request_not_supported'
    | 'request_uri_not_supported'
    | 'unauthorized_client'
    | 'unsupported_response_type';
  error_description: string;
}

/** Returns the error of an authorization request that breaks a rule, or undefined. */
type AuthorizationCheck = (
  parameters: AuthorizationParameters,
  client: Client,
  target: RequestedTarget,
) => AuthorizationError | undefined;

function invalidRequest(error_description: string): AuthorizationError {
  return { error: 'invalid_request', error_description };
}

function invalidScope(error_description: string): AuthorizationError {
  return { error: 'invalid_scope', error_description };
}

/** Rejects a parameter that is sent twice (RFC 6749 section 3.1). */
const checkDuplicates: AuthorizationCheck = ({ duplicates: [name] }) =>
  name && invalidRequest(`${name} must not be repeated`);

/** Rejects text that is not UTF-8 (RFC 6749 appendix B): it could not be returned unchanged. */
const checkEncoding: AuthorizationCheck = ({ invalidUtf8: [name] }) =>
  name && invalidRequest(`${name} must be percent-encoded UTF-8`);

/** Rejects a value that is too long to be returned (wire.md A23). */
const checkSize: AuthorizationCheck = ({ oversized: [name] }) =>
  name && invalidRequest(`${name} must have at most ${maxBytes[name]} bytes`);

/** Requires the response type `code`: tokens do not pass through a browser (RFC 9700 2.1.2). */
const checkResponseType: AuthorizationCheck = ({ values: { response_type } }) => {
  if (response_type === 'code') return undefined;
  if (response_type === undefined)
    return invalidRequest('response_type is required and must be code');
  return {
    error: 'unsupported_response_type',
    error_description: 'response_type must be code',
  };
};

/**
 * Rejects every response mode except `query`. A client that asks for `fragment`, for example, does
 * not read the query (OAuth 2.0 Multiple Response Type Encoding Practices section 2.1).
 */
const checkResponseMode: AuthorizationCheck = ({ values: { response_mode } }) =>
  response_mode === undefined || response_mode === 'query'
    ? undefined
    : invalidRequest('response_mode must be query');

/**
 * Rejects parameters inside a signed object: the client does not mean those beside it (OpenID
 * Connect Core 1.0 sections 6.1 and 6.2).
 */
const checkRequestObject: AuthorizationCheck = ({ values }) => {
  const name = (['request', 'request_uri'] as const).find((sent) => sent in values);
  return (
    name && {
      error: `${name}_not_supported`,
      error_description: `${name} is not supported; send its parameters in the query`,
    }
  );
};

/** Requires a client that is registered for the authorization code grant. */
const checkGrantType: AuthorizationCheck = (_, { grant_types }) => {
  if (grant_types.includes('authorization_code')) return undefined;
  return {
    error: 'unauthorized_client',
    error_description:
      'this client is not authorized to use the authorization_code grant',
  };
};

/** Matches a SHA-256 digest in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Requires an S256 challenge if the client must use PKCE or sends one of its parameters (RFC 7636
 * section 4.3). All clients of the MCP endpoint must. A missing method would mean `plain`: somebody
 * who reads the request could redeem the code (RFC 9700 section 2.1.1).
 */
const checkCodeChallenge: AuthorizationCheck = ({ values }, client, target) => {
  const { code_challenge: challenge, code_challenge_method: method } = values;
  const isRequired = client.pkce_required || getAudience(target) === 'mcp';
  if (challenge === undefined && isRequired)
    return invalidRequest('code_challenge is required for this client');
  if (challenge === undefined)
    return method === undefined
      ? undefined
      : invalidRequest('code_challenge is required with code_challenge_method');
  if (method !== 'S256') return invalidRequest('code_challenge_method must be S256');
  if (challengePattern.test(challenge)) return undefined;
  return invalidRequest(
    'code_challenge must be the base64url-encoded SHA-256 hash of the code_verifier',
  );
};

/** Rejects a resource of others, or of two audiences (RFC 8707 section 2). */
const checkTarget: AuthorizationCheck = (_parameters, _client, target) =>
  target.ok ? undefined : { error: 'invalid_target', error_description: target.error };

/**
 * Rejects a scope that has no known name, or that the client may not request. Ignores unknown names
 * beside a known one, because published client libraries send them.
 */
const checkScope: AuthorizationCheck = ({ values: { scope } }, client, target) => {
  const audience = getAudience(target);
  const requested = getRequestedScope(scope, client, audience);
  const isUnknown = scope !== undefined && normalizeScope(scope) === '';
  if (isUnknown || requested === '') {
    const known = audience === 'mcp' ? agentScopes : scopes;
    const names = known.join(', ');
    return invalidScope(
      `scope must have at least one of these names, separated by spaces: ${names}`,
    );
  }
  const problem = findScopeProblem(requested, client);
  return problem === undefined ? undefined : invalidScope(problem);
};

/**
 * Rejects `none` together with any other value, even an unknown one (OpenID Connect Core 1.0
 * section 3.1.2.1).
 */
const checkPrompt: AuthorizationCheck = ({ values: { prompt = '' } }) => {
  const sent = new Set(prompt.split(' ').filter((value) => value !== ''));
  if (!sent.has('none') || sent.size === 1) return undefined;
  return invalidRequest('prompt none must not be combined with another prompt');
};

/**
 * Rejects a `max_age` that is not in whole seconds (OpenID Connect Core 1.0 section 3.1.2.1). The
 * maximum of nine digits is about 31 years.
 */
const checkMaxAge: AuthorizationCheck = ({ values: { max_age } }) =>
  max_age === undefined || /^\d{1,9}$/.test(max_age)
    ? undefined
    : invalidRequest('max_age must be a whole number of seconds');

/** All checks, in the order in which they are applied. */
const checks: readonly AuthorizationCheck[] = [
  checkDuplicates,
  checkEncoding,
  checkSize,
  checkResponseType,
  checkResponseMode,
  checkRequestObject,
  checkGrantType,
  checkCodeChallenge,
  checkTarget,
  checkScope,
  checkPrompt,
  checkMaxAge,
];

/** Returns the first error of an authorization request, or undefined if it is valid. */
export function findAuthorizationError(
  parameters: AuthorizationParameters,
  client: Client,
  target: RequestedTarget,
): AuthorizationError | undefined {
  for (const check of checks) {
    const error = check(parameters, client, target);
    if (error) return error;
  }
  return undefined;
}
