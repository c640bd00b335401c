import type { Client } from '../../client/client.ts';
import type { AuthorizationParameters } from './parameters.ts';

/** What is wrong with an authorization request, as the application is told (RFC 6749 section 4.1.2.1). */
export interface AuthorizationError {
  error: 'invalid_request' | 'invalid_scope' | 'unauthorized_client' | 'unsupported_response_type';
  error_description: string;
}

/** One rule that an authorization request must keep, once it is known to whom the answer goes. */
export type AuthorizationCheck = (
  parameters: AuthorizationParameters,
  client: Client,
) => AuthorizationError | undefined;
