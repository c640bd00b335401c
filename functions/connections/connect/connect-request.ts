import * as z from 'zod/mini';
import type { Browser } from '#functions/auth/browser/browser.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import type { StoredSignIn } from '#functions/auth/sign-in/pending-sign-in.store.ts';
import { deriveSecret, isEqualInConstantTime, toDigest } from '#shared/auth/secrets.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** The query of the pages about a connect request: the id of the request. */
export const ConnectRequestQuery = z.object({ request: FormField });

/** A person's request to connect an account at a provider, in one browser. */
export interface ConnectRequest extends StoredSignIn {
  /** The remote connection type. */
  type: string;
  /** The application that started the request, to which the person returns. */
  client?: ConnectClient;
  /** Seconds since 1970. */
  expires_at: number;
  /**
   * When the provider's response was used, in seconds since 1970. Only the first response counts.
   */
  used_at?: number;
  ttl: number;
}

/** An application that a browser returns to. */
export interface ConnectClient {
  client_id: string;
  application_name: string;
  redirect_uri: string;
  /** Returned unchanged. */
  state?: string;
}

/** The time that a person has to connect, in seconds. */
export const connectRequestLifetime = 10 * 60;

/** Returns whether a request has expired or was used. */
export function isExpiredOrUsed(
  { expires_at, used_at }: Pick<ConnectRequest, 'expires_at' | 'used_at'>,
  now: Date,
): boolean {
  return used_at !== undefined || expires_at <= toEpochSeconds(now);
}

/**
 * Returns the `state` parameter of the authorization request at the provider. It is derived from
 * the secrets of the browser and the session, so it is not stored (RFC 9700 section 4.7.1).
 */
export function toState(id: string, { secret, sessionToken }: Browser): string {
  return `${id}.${deriveSecret(secret, `${id} ${sessionToken}`, 'connect-state')}`;
}

/** Returns the id of the connect request, with which a `state` parameter starts. */
export function getRequestId(state: string): string {
  return state.split('.', 1)[0] ?? '';
}

/** Returns whether a `state` was derived for this request in this browser and session. */
export function hasState(
  { id }: ConnectRequest,
  browser: Browser,
  state: string,
): boolean {
  return isEqualInConstantTime(toState(id, browser), state);
}

/** Returns the `code_challenge` of a request by S256 (RFC 7636 section 4.2). */
export function toCodeChallenge(id: string, browser: Browser): string {
  return toDigest(toCodeVerifier(id, browser));
}

/** Returns the `code_verifier` of a request, of 52 characters (RFC 7636 section 4.1). */
export function toCodeVerifier(id: string, { secret, sessionToken }: Browser): string {
  return deriveSecret(secret, `${id} ${sessionToken}`, 'connect-code-verifier');
}

interface ConnectBaseUrls {
  auth: string;
}

/** Returns the path, below the version, of the page that asks to continue to the provider. */
export function toContinuePath(id: string): string {
  return `connect/continue/?request=${encodeURIComponent(id)}`;
}

/** Returns the URL of the page that asks a person to continue to the provider. */
export function getContinueUrl(
  { auth }: ConnectBaseUrls,
  version: string,
  id: string,
): string {
  return `${auth}/${version}/${toContinuePath(id)}`;
}

/** The most characters of a key that a person enters. */
export const maxKeyLength = 200;

/** The problems of a key that the person can solve, which the page with its form explains. */
export const keyProblems = ['missing', 'refused', 'busy', 'too_many'] as const;
export type KeyProblem = (typeof keyProblems)[number];

/** Returns the URL that takes the key of an account. */
export function getKeyUrl(
  { auth }: ConnectBaseUrls,
  version: string,
  id: string,
): string {
  return `${auth}/${version}/connect/key/?request=${encodeURIComponent(id)}`;
}

/** Returns the URL that starts a new connect request with these parameters. */
export function getConnectUrl(
  { auth }: ConnectBaseUrls,
  version: string,
  parameters: Readonly<Record<string, string>>,
): string {
  return `${auth}/${version}/connect/?${new URLSearchParams(parameters)}`;
}

/**
 * Returns the redirect URI of our client at a provider. Each provider has its own URI, so the code
 * of one provider is never sent to another (RFC 9700 section 4.4.2.2). The version in the URI is
 * fixed, because the URI is registered at the provider.
 */
export function getCallbackUrl({ auth }: ConnectBaseUrls, type: string): string {
  return `${auth}/v7.1/connect/callback/${type}/`;
}
