import type { Client } from '../../client/client.ts';
import type { AuthorizationParameters } from './parameters.ts';

/** The error of an authorization request, as the client receives it (RFC 6749 section 4.1.2.1). */
export interface AuthorizationError {
  error:
    | 'invalid_request'
    | 'invalid_scope'
    | 'unauthorized_client'
    | 'unsupported_response_type';
  error_description: string;
}

/** Returns the error of an authorization request that breaks a rule, or undefined. */
export type AuthorizationCheck = (
  parameters: AuthorizationParameters,
  client: Client,
) => AuthorizationError | undefined;
