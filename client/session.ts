import { FitnessDataError } from './fitness-data-error.ts';
import type { StoredValue } from './storage.ts';
import type { SessionTokens, TokenEndpoint } from './token-endpoint.ts';

/** The tokens that the requests of a client share. */
export interface TokenSession {
  /** Returns the stored tokens, or undefined if there are none. */
  findTokens(): Promise<SessionTokens | undefined>;
  /** Returns the tokens. Throws `sign_in_required` if there are none. */
  requireTokens(): Promise<SessionTokens>;
  /** Stores the tokens of a new session. */
  start(tokens: SessionTokens): Promise<void>;
  /**
   * Replaces an access token that has expired or that the service rejected. Parallel calls share
   * one refresh. Throws `sign_in_required` if the refresh token is missing or no longer valid.
   */
  refresh(rejected: SessionTokens): Promise<SessionTokens>;
  /** Deletes the stored tokens. Does not revoke them. */
  end(): Promise<void>;
}

interface SessionOptions {
  /** The name of the Web Lock with which the tabs of a browser refresh one after another. */
  name: string;
  stored: StoredValue<SessionTokens>;
  tokenEndpoint: TokenEndpoint;
}

const buildSignInError = (message: string) =>
  new FitnessDataError('sign_in_required', message);

/**
 * Runs an action while no other tab of the browser runs one under the same name. Outside of a page,
 * e.g. in Node, it runs the action at once.
 */
function runLocked<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  const locks = 'document' in globalThis ? globalThis.navigator.locks : undefined;
  return locks ? locks.request(name, action) : action();
}

/** Opens the session that a storage has, or an empty one. */
export function openSession({
  name,
  stored,
  tokenEndpoint,
}: SessionOptions): TokenSession {
  let refreshing: Promise<SessionTokens> | undefined;

  async function requireTokens(): Promise<SessionTokens> {
    const tokens = await stored.get();
    if (!tokens) throw buildSignInError('Sign in first: there is no session.');
    return tokens;
  }

  async function redeemRefreshToken(refresh_token: string): Promise<SessionTokens> {
    const form = { grant_type: 'refresh_token', refresh_token };
    try {
      return await tokenEndpoint.requestTokens(form);
    } catch (error) {
      const hasEnded =
        error instanceof FitnessDataError && error.code === 'invalid_grant';
      if (!hasEnded) throw error;
      await stored.remove();
      throw buildSignInError(`Sign in again: ${error.message}`);
    }
  }

  /** Replaces the tokens, unless another call or another tab has replaced them already. */
  async function replace(rejected: SessionTokens): Promise<SessionTokens> {
    const current = await requireTokens();
    if (current.access_token !== rejected.access_token) return current;

    if (current.refresh_token === undefined)
      throw buildSignInError('Sign in again: there is no refresh token.');
    const tokens = await redeemRefreshToken(current.refresh_token);
    await stored.set(tokens);
    return tokens;
  }

  return {
    findTokens: stored.get,
    requireTokens,
    start: stored.set,
    refresh(rejected) {
      refreshing ??= runLocked(name, () => replace(rejected)).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    end: stored.remove,
  };
}
