import { addQueryParameters } from '#functions/auth/client/redirect-uri.ts';
import type { ConnectClient } from './connect-request.ts';

/** What an application learns: the id of the connection, or why there is none. */
export type ConnectResponse =
  | { remote_connection: string }
  | { error: 'access_denied' | 'insufficient_scope' | 'account_in_use' | 'server_error' };

/** Returns the redirect URI of an application with a response and the unchanged state. */
export function buildReturnUrl(
  { redirect_uri, state }: ConnectClient,
  response: ConnectResponse,
): string {
  return addQueryParameters(redirect_uri, { ...response, state });
}
