import { createHash, randomBytes } from 'node:crypto';
import type { Registration } from '#functions/auth/client/registration.ts';
import { newClient, newUser } from '#kit/fixtures.ts';
import type { Send, TestResponse } from '#kit/send.ts';
import { newVisitor } from './visitor.ts';

/** The token endpoint's answer (specification section 2.1). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
  scope: string;
  user_id: string;
  user_href: string;
}

/** A service as the journeys of authorization see it. */
interface Place {
  send: Send;
  urls: { main: string; auth: string };
}

/** A new verifier of RFC 7636, and the parameters that announce it. */
export function newPkce() {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, announced: { code_challenge, code_challenge_method: 'S256' } };
}

/** An application and a user of it, and what the one asks and the other answers. */
export async function newParties({ send, urls }: Place, registration: Partial<Registration> = {}) {
  const [user, application] = await Promise.all([newUser(), newClient(registration)]);
  const { client_id, client_secret, redirect_uri } = application;

  const authorizeUrl = (parameters: Record<string, string> = {}) => {
    const query = { client_id, redirect_uri, response_type: 'code', ...parameters };
    return `${urls.auth}/v7.0/oauth2/authorize/?${new URLSearchParams(query)}`;
  };

  /** Goes through the pages, as far as they ask; gives the address to which the browser comes back. */
  const decide = async (
    decision: 'allow' | 'refuse',
    parameters?: Record<string, string>,
    as = user,
  ) => {
    const visitor = newVisitor(send, urls.auth);
    await visitor.open(authorizeUrl(parameters));
    await visitor.submit({ email: as.email, password: as.password });
    if (!visitor.hasLeft()) await visitor.submit({ decision });
    return visitor.getDestination();
  };

  const tokens = (
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<TestResponse<Tokens & { error?: string; error_description?: string }>> =>
    send('POST', '/v7.0/oauth2/access_token/', { form, headers });

  const credentials = { client_id, client_secret };
  const asks =
    <Body>(endpoint: 'revoke' | 'introspect') =>
    (form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) =>
      send<Body & { error?: string }>('POST', `/v7.0/oauth2/${endpoint}/`, { form, headers });

  return {
    user,
    application,
    credentials,
    authorizeUrl,
    decide,
    tokens,
    /** A code that the user granted. */
    newCode: async (parameters?: Record<string, string>) =>
      (await decide('allow', parameters)).searchParams.get('code') ?? '',
    redeem: (code: string, more: Record<string, string> = {}) =>
      tokens({ grant_type: 'authorization_code', ...credentials, code, ...more }),
    refresh: (refresh_token: string, more: Record<string, string> = {}) =>
      tokens({ grant_type: 'refresh_token', ...credentials, refresh_token, ...more }),
    /** Asks about a token, or ends it, with credentials that the form must have. */
    introspect: asks<Record<string, unknown>>('introspect'),
    revoke: asks<object>('revoke'),
    /** The status with which an access token is answered at the resources. */
    statusWith: async (token: string) => (await send('GET', '/v7.0/user/self/', { token })).status,
    ownTokens: (more: Record<string, string> = {}) =>
      tokens({ grant_type: 'client_credentials', ...credentials, ...more }),
  };
}
