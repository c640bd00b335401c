import type { AuthorizationCheck } from './check.ts';

/** The application is registered for the authorization code grant. */
export const checkGrantType: AuthorizationCheck = (_, { grant_types }) =>
  grant_types.includes('authorization_code')
    ? undefined
    : {
        error: 'unauthorized_client',
        error_description: 'this client is not authorized to use the authorization_code grant',
      };
