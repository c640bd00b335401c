import * as z from 'zod/mini';
import { matchesDigest } from '#shared/auth/secrets.ts';
import { epochSeconds } from '#shared/runtime/time.ts';
import { FormField } from '../browser/form-fields.ts';
import { addQueryParameters } from '../client/redirect-uri.ts';

/** The query of our own pages: the id of the authorization request that they are about. */
export const AuthorizationRequestQuery = z.object({ request: FormField });

/** What a person can say to a request. */
export type Decision = 'allow' | 'refuse';

/** An authorization request that passed all checks and waits for the user's decision. */
export interface AuthorizationRequest {
  id: string;
  client_id: string;
  application_name: string;
  redirect_uri: string;
  /** Whether the application is installed on people's devices. */
  native: boolean;
  state?: string;
  /** S256, the only method (decision A5). */
  code_challenge?: string;
  /** Digest of the secret of the browser that started it; no other browser can answer it. */
  browser_digest: string;
  /** Seconds since 1970. */
  expires_at: number;
  /** When somebody answered it, in seconds since 1970; whoever does so first has answered it for everybody. */
  answered_at?: number;
  /** The person who did. */
  answered_by?: string;
  decision?: Decision;
  ttl: number;
}

/** How long a user has to decide, in seconds. */
export const authorizationRequestLifetime = 10 * 60;

/** Whether the request is too old to be answered. */
export function hasExpired({ expires_at }: AuthorizationRequest, now: Date): boolean {
  return expires_at <= epochSeconds(now);
}

/** Whether it was this browser that started the request. */
export function isStartedBy({ browser_digest }: AuthorizationRequest, secret: string): boolean {
  return matchesDigest(secret, browser_digest);
}

/** Whether nobody but the application can be at the redirect URI (RFC 8252 section 8.6, RFC 9700 section 4.1). */
export function isConfidentialRedirect({ redirect_uri, native }: AuthorizationRequest): boolean {
  return !native && redirect_uri.startsWith('https://');
}

/** The parameters with which the application would ask once more. */
export function toAuthorizationParameters(request: AuthorizationRequest): Record<string, string> {
  const { client_id, redirect_uri, state, code_challenge } = request;
  return {
    client_id,
    redirect_uri,
    response_type: 'code',
    ...(state !== undefined && { state }),
    ...(code_challenge !== undefined && { code_challenge, code_challenge_method: 'S256' }),
  };
}

/** What goes back to the application: a code, or an error (RFC 6749 sections 4.1.2 and 4.1.2.1). */
export type AuthorizationResponse = { code: string } | { error: string; error_description: string };

/** The address that carries an answer back, with the state byte for byte and our issuer (RFC 9207, decision A5). */
export function buildResponseUrl(
  { redirect_uri, state }: { redirect_uri: string; state?: string | undefined },
  answer: AuthorizationResponse,
  issuer: string,
): string {
  return addQueryParameters(redirect_uri, { ...answer, state, iss: issuer });
}
