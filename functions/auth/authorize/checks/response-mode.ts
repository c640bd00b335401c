import type { AuthorizationCheck } from './check.ts';

/**
 * Rejects every response mode except `query`. A client that asks for `fragment`, for example, does
 * not read the query (OAuth 2.0 Multiple Response Type Encoding Practices section 2.1).
 */
export const checkResponseMode: AuthorizationCheck = ({ values }) => {
  const { response_mode = 'query' } = values;
  if (response_mode === 'query') return undefined;
  return { error: 'invalid_request', error_description: 'response_mode must be query' };
};
