import { matches } from '../../../shared/auth/secrets.ts';
import { epochSeconds } from '../../../shared/runtime/time.ts';
import { withParameters } from '../application/redirect-uri.ts';

/** An authorization request that passed all checks and waits for the user's decision. */
export interface AuthorizationRequest {
  id: string;
  client_id: string;
  application_name: string;
  redirect_uri: string;
  state?: string;
  /** S256, the only method (decision A5). */
  code_challenge?: string;
  /** Digest of the secret of the browser that started it; no other browser can answer it. */
  browser_digest: string;
  /** Seconds since 1970. */
  expires_at: number;
  ttl: number;
}

/** How long a user has to decide, in seconds. */
export const requestLifetime = 10 * 60;

/** Whether this browser may still answer the request. */
export function isOpenFor(request: AuthorizationRequest, secret: string, now: Date): boolean {
  return request.expires_at > epochSeconds(now) && matches(secret, request.browser_digest);
}

/** What goes back to the application: a code, or an error (RFC 6749 sections 4.1.2 and 4.1.2.1). */
export type Answer = { code: string } | { error: string; error_description: string };

/** The address that carries an answer back, with the state byte for byte and our issuer (RFC 9207, decision A5). */
export function addressOfAnswer(
  { redirect_uri, state }: { redirect_uri: string; state?: string | undefined },
  answer: Answer,
  issuer: string,
): string {
  return withParameters(redirect_uri, { ...answer, state, iss: issuer });
}
