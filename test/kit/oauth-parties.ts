import { createHash, randomBytes } from 'node:crypto';
import type { Registration } from '#functions/auth/client/registration.ts';
import { issueCode } from './authorization-codes.ts';
import { newClient, newUser, type TestPerson } from './fixtures.ts';
import type { Send, TestResponse } from './send.ts';
import { newTestBrowser } from './test-browser.ts';

/** The response of the token endpoint (specification 2.1). */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
  scope: string;
  user_id: string;
  user_href: string;
  /** Only for a code with the scope `openid`. */
  id_token?: string;
}

/** The service that the requests go to. Without a clock its time is the machine's. */
interface OAuthService {
  send: Send;
  urls: { main: string; auth: string };
  clock?: { now(): number };
}

type Form = Record<string, string>;
type Headers = Record<string, string>;

/** Creates a code verifier (RFC 7636), and the parameters that announce it. */
export function newPkce() {
  const code_verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  return { code_verifier, announced: { code_challenge, code_challenge_method: 'S256' } };
}

/** A user, a client, and the requests between them. */
export type Parties = Awaited<ReturnType<typeof newParties>>;

/** Returns the code in a redirect to the client, or an empty string. */
export function getCode(destination: URL): string {
  return destination.searchParams.get('code') ?? '';
}

/** Creates a user and a client, and returns both with the requests that they send. */
export async function newParties(
  { send, urls, clock = Date }: OAuthService,
  registration: Partial<Registration> = {},
) {
  const [user, client] = await Promise.all([newUser(), newClient(registration)]);
  const { client_id, client_secret, redirect_uri } = client;
  const credentials = { client_id, client_secret };
  const getNow = () => new Date(clock.now());

  const buildAuthorizeUrl = (parameters: Form = {}) => {
    const query = { client_id, redirect_uri, response_type: 'code', ...parameters };
    return `${urls.auth}/v7.0/oauth2/authorize/?${new URLSearchParams(query)}`;
  };

  /** Decides on the consent page as a user who is signed in. Returns the redirect to the client. */
  const decide = async (
    decision: 'allow' | 'deny',
    parameters?: Form,
    person: TestPerson = user,
  ): Promise<URL> => {
    const browser = newTestBrowser(send, urls.auth);
    await browser.signIn(person, getNow());
    await browser.open(buildAuthorizeUrl(parameters));
    if (!browser.hasLeft()) await browser.submit({ decision });
    return browser.getDestination();
  };

  const requestTokens = (
    form: Form,
    headers: Headers = {},
  ): Promise<TestResponse<Tokens & { error?: string; error_description?: string }>> =>
    send('POST', '/v7.0/oauth2/access_token/', { form, headers });

  const createRequest =
    <Body>(endpoint: 'revoke' | 'introspect') =>
    (form: Form | [string, string][], headers: Headers = {}) =>
      send<Body & { error?: string }>('POST', `/v7.0/oauth2/${endpoint}/`, {
        form,
        headers,
      });

  return {
    user,
    client,
    credentials,
    buildAuthorizeUrl,
    decide,
    requestTokens,
    /** Issues a code that the user granted, without the pages. */
    newCode: ({ code_challenge }: { code_challenge?: string } = {}) =>
      issueCode(user, client, { code_challenge, now: getNow() }),
    redeem: (code: string, parameters: Form = {}) =>
      requestTokens({
        grant_type: 'authorization_code',
        ...credentials,
        code,
        ...parameters,
      }),
    refresh: (refresh_token: string, parameters: Form = {}) =>
      requestTokens({
        grant_type: 'refresh_token',
        ...credentials,
        refresh_token,
        ...parameters,
      }),
    /** Introspects a token. The form must have the credentials. */
    introspect: createRequest<Record<string, unknown>>('introspect'),
    /** Revokes a token. The form must have the credentials. */
    revoke: createRequest<object>('revoke'),
    /** Returns the status of a request for a resource with an access token. */
    getStatusWith: async (token: string) =>
      (await send('GET', '/v7.0/user/self/', { token })).status,
    /** Requests an access token of the client for itself. */
    requestOwnTokens: (parameters: Form = {}) =>
      requestTokens({ grant_type: 'client_credentials', ...credentials, ...parameters }),
  };
}
