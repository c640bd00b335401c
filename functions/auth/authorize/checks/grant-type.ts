import type { AuthorizationCheck } from './check.ts';

/** Requires a client that is registered for the authorization code grant. */
export const checkGrantType: AuthorizationCheck = (_, { grant_types }) => {
  if (grant_types.includes('authorization_code')) return undefined;
  return {
    error: 'unauthorized_client',
    error_description:
      'this client is not authorized to use the authorization_code grant',
  };
};
