import type { AuthorizationCheck } from './check.ts';

/**
 * The answer is in the query, as the metadata says (OAuth 2.0 Multiple Response Type Encoding Practices section 2.1).
 * Another mode is refused rather than ignored, because who asks for it waits for the answer elsewhere.
 */
export const checkResponseMode: AuthorizationCheck = ({ values: { response_mode = 'query' } }) =>
  response_mode === 'query'
    ? undefined
    : { error: 'invalid_request', error_description: 'response_mode must be query' };
