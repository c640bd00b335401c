import { readError } from './fitness-data-error.ts';
import type { components } from './openapi/main.ts';
import type { SendRequest } from './retries.ts';

/** The tokens of a session, as they are stored. Tokens that another program got may lack some. */
export interface SessionTokens {
  access_token: string;
  /** Without it, the session ends with the access token. */
  refresh_token?: string | undefined;
  user_id: string;
  scope?: string | undefined;
  /** When the access token expires, in ms since 1970. Without it, when the service rejects it. */
  expires_at?: number | undefined;
}

type TokenResponse = components['schemas']['TokenResponse'];

/** The members of a token request (RFC 6749 section 4). */
export type TokenForm = Readonly<Record<string, string>>;

/** The token and revocation endpoints, as one client uses them. */
export interface TokenEndpoint {
  /** Sends a token request with the credentials of the client. */
  requestTokens(form: TokenForm): Promise<SessionTokens>;
  /** Revokes a token, and with it all tokens of its grant. */
  revoke(token: string): Promise<void>;
}

interface TokenEndpointOptions {
  /** The base URL of the main API, with its version. */
  url: string;
  clientId: string;
  clientSecret?: string | undefined;
  send: SendRequest;
}

/**
 * Opens the token endpoint. Its functions throw a `FitnessDataError` if the service returns an
 * error or cannot be reached.
 */
export function openTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  const { url, clientId, clientSecret, send } = options;
  const credentials = {
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  };

  async function post(path: string, form: TokenForm): Promise<Response> {
    const body = new URLSearchParams({ ...credentials, ...form });
    const request = new Request(`${url}/oauth2/${path}/`, { method: 'POST', body });
    const response = await send(request);
    if (!response.ok) throw await readError(response);
    return response;
  }

  return {
    async requestTokens(form) {
      const response = await post('access_token', form);
      const tokens = (await response.json()) as TokenResponse;
      const { access_token, refresh_token, user_id, scope, expires_in } = tokens;
      const expires_at = Date.now() + expires_in * 1000;
      return { access_token, refresh_token, user_id, scope, expires_at };
    },
    async revoke(token) {
      await post('revoke', { token });
    },
  };
}
