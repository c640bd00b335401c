import { FitnessDataError } from './fitness-data-error.ts';
import type { TokenSession } from './session.ts';
import { openStoredValue, type TokenStorage } from './storage.ts';
import type { SessionTokens, TokenEndpoint } from './token-endpoint.ts';

/** A sign-in between its redirect and its callback. */
interface PendingSignIn {
  state: string;
  code_verifier: string;
  redirect_uri: string;
}

/** The redirect URI of a sign-in, and the access that it asks for. */
export interface SignInOptions {
  /** A redirect URI of the application. */
  redirectUri: string;
  /** Scopes separated by spaces. Defaults to the scopes of the registered application. */
  scope?: string;
}

/**
 * Signs a user in by the authorization code flow with PKCE, or gets tokens for the client itself by
 * the client credentials grant.
 */
export interface Auth {
  /** Starts a sign-in, and returns the URL to open in a browser. */
  startSignIn(options: SignInOptions): Promise<string>;
  /**
   * Completes the sign-in with the URL that the browser was redirected to. Parallel calls with the
   * same URL share one result. Throws a `FitnessDataError` with `invalid_state` if the storage does
   * not have this sign-in, with `invalid_issuer` if another service responded, or with the error
   * code of the service, e.g. `access_denied` if the user denied access.
   */
  completeSignIn(callbackUrl: string): Promise<SessionTokens>;
  /** Gets tokens of the client itself, without a user, by the client credentials grant. */
  signInAsClient(options?: { scope?: string }): Promise<SessionTokens>;
  /** Continues with tokens that the application has already, e.g. from its own database. */
  setTokens(tokens: SessionTokens): Promise<void>;
  /** Returns the stored tokens, or undefined if nobody is signed in. */
  findTokens(): Promise<SessionTokens | undefined>;
  /**
   * Refreshes the access token now, and returns the new tokens. Requests refresh it by themselves
   * when they need to. Parallel calls share one refresh. Throws a `FitnessDataError` with
   * `sign_in_required` if the refresh token is missing or no longer valid.
   */
  refresh(): Promise<SessionTokens>;
  /** Deletes the stored tokens and revokes them at the service. */
  signOut(): Promise<void>;
}

interface AuthOptions {
  authorizeUrl: string;
  /** The issuer of the service, which is the base URL of its main API. */
  issuer: string;
  clientId: string;
  session: TokenSession;
  storage: TokenStorage;
  /** The key of the pending sign-in in the storage. */
  pendingSignInKey: string;
  tokenEndpoint: TokenEndpoint;
}

/**
 * The sign-in that is being completed, by storage. A second call with the same URL shares it: React
 * runs effects twice in its StrictMode, and redeeming a code twice revokes its tokens.
 */
const completions = new WeakMap<
  TokenStorage,
  { callbackUrl: string; tokens: Promise<SessionTokens> }
>();

/** Throws if another service sent the response, which may be a mix-up attack (RFC 9207). */
function requireIssuer(searchParams: URLSearchParams, issuer: string): void {
  const iss = searchParams.get('iss');
  if (iss === issuer) return;
  throw new FitnessDataError(
    'invalid_issuer',
    `The response is from ${iss ?? 'an unknown service'}. Expected ${issuer}.`,
  );
}

/** Returns the pending sign-in. Throws `invalid_state` if the callback is not for this sign-in. */
function requirePendingSignIn(
  searchParams: URLSearchParams,
  pendingSignIn: PendingSignIn | undefined,
): PendingSignIn {
  if (pendingSignIn?.state === searchParams.get('state')) return pendingSignIn;
  throw new FitnessDataError('invalid_state', 'This sign-in was not started here.');
}

/** Returns the authorization code of a callback. Throws the error that the callback has instead. */
function requireCode(searchParams: URLSearchParams): string {
  const code = searchParams.get('code');
  if (code !== null) return code;

  const error = searchParams.get('error') ?? 'invalid_request';
  throw new FitnessDataError(error, searchParams.get('error_description') ?? error);
}

/** Creates the functions that start and end a session. */
export function createAuth(options: AuthOptions): Auth {
  const { authorizeUrl, issuer, clientId, session, tokenEndpoint } = options;
  const { storage, pendingSignInKey } = options;
  const pendingSignIn = openStoredValue<PendingSignIn>(storage, pendingSignInKey);

  async function startSession(form: Record<string, string>): Promise<SessionTokens> {
    const tokens = await tokenEndpoint.requestTokens(form);
    await session.start(tokens);
    return tokens;
  }

  async function redeemCallback(callbackUrl: string): Promise<SessionTokens> {
    const { searchParams } = new URL(callbackUrl);
    const stored = await pendingSignIn.get();
    const { code_verifier, redirect_uri } = requirePendingSignIn(searchParams, stored);
    requireIssuer(searchParams, issuer);
    const code = requireCode(searchParams);
    await pendingSignIn.remove();
    const grant_type = 'authorization_code';
    return startSession({ grant_type, code, code_verifier, redirect_uri });
  }

  return {
    async startSignIn({ redirectUri: redirect_uri, scope }) {
      const state = createRandomString();
      const code_verifier = createRandomString();
      await pendingSignIn.set({ state, code_verifier, redirect_uri });
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri,
        state,
        code_challenge: await computeCodeChallenge(code_verifier),
        code_challenge_method: 'S256',
      });
      if (scope !== undefined) query.set('scope', scope);
      return `${authorizeUrl}?${query}`;
    },

    completeSignIn(callbackUrl) {
      const current = completions.get(storage);
      if (current?.callbackUrl === callbackUrl) return current.tokens;

      const tokens = redeemCallback(callbackUrl).finally(() => {
        if (completions.get(storage)?.tokens === tokens) completions.delete(storage);
      });
      completions.set(storage, { callbackUrl, tokens });
      return tokens;
    },

    signInAsClient({ scope } = {}) {
      const grant = { grant_type: 'client_credentials' };
      return startSession(scope === undefined ? grant : { ...grant, scope });
    },

    setTokens: session.start,

    findTokens: session.findTokens,

    async refresh() {
      return session.refresh(await session.requireTokens());
    },

    async signOut() {
      const tokens = await session.findTokens();
      await session.end();
      if (tokens) await tokenEndpoint.revoke(tokens.refresh_token ?? tokens.access_token);
    },
  };
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns 256 random bits as a string: a `state` or a code verifier (RFC 7636 section 4.1). */
function createRandomString(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** Computes the code challenge `S256` of a code verifier (RFC 7636 section 4.2). */
async function computeCodeChallenge(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier);
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
