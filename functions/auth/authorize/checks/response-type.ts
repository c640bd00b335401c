import type { AuthorizationCheck } from './check.ts';

/** Requires the response type `code`: tokens do not pass through a browser (RFC 9700 2.1.2). */
export const checkResponseType: AuthorizationCheck = ({ values: { response_type } }) => {
  if (response_type === 'code') return undefined;
  if (response_type === undefined)
    return {
      error: 'invalid_request',
      error_description: 'response_type is required and must be code',
    };
  return {
    error: 'unsupported_response_type',
    error_description: 'response_type must be code',
  };
};
