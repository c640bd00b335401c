import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import { addQueryParameters } from '#functions/auth/client/redirect-uri.ts';
import type { StoredDocument } from '#functions/auth/client-metadata/metadata-client.ts';
import { matchesDigest } from '#shared/auth/secrets.ts';
import type { Audience } from '#shared/contract/endpoint.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** The query of the sign-in and consent pages: the id of their authorization request. */
export const AuthorizationRequestQuery = z.object({ request: FormField });

export type Decision = 'allow' | 'deny';

/** A valid authorization request before it is stored, with the client as it is at that time. */
export interface NewAuthorizationRequest {
  client_id: string;
  application_name: string;
  redirect_uri: string;
  /** Whether the client is installed on devices. */
  native: boolean;
  /** Members of the client for the consent page, as they were when the request arrived. */
  client_uri?: string;
  policy_uri?: string;
  /** Whether the client is the operator's own, as `Client` says. */
  own?: true;
  /** Set until the metadata document of the client has been read. Nobody can decide before. */
  unverified?: true;
  /** Set if the client is untrusted, as `isUntrusted` says. It gets no response without a page. */
  untrusted?: true;
  /** The requested scopes. */
  scope: string;
  /** Absent for the interfaces. */
  audience?: Audience;
  /** The URL of the audience. */
  resource?: string;
  state?: string;
  /** The value for the id_token, which binds it to the client's session. */
  nonce?: string;
  /** The digest of the id of the user whom the client has signed in before, and asks for again. */
  hinted_user?: string;
  /** OpenID Connect Core 1.0 section 3.1.2.1. */
  prompt?: string;
  /** The user must sign in again if the sign-in is more than this many seconds ago. */
  max_age?: number;
  /** S256, the only method (wire.md A5). */
  code_challenge?: string;
}

/** An authorization request that waits for the user's decision. */
export interface AuthorizationRequest extends NewAuthorizationRequest {
  id: string;
  /** The metadata document of the client, once it has been read. */
  document?: StoredDocument;
  requested_datetime: string;
  /** The digest of the secret of the browser that started the request. */
  browser_digest: string;
  /** Seconds since 1970. */
  expires_at: number;
  /** The time of the decision in seconds since 1970. The first decision is final. */
  answered_at?: number;
  /** The digest of the id of the user that decided. */
  answered_by?: string;
  decision?: Decision;
  ttl: number;
}

/** The time that a user has to decide, in seconds. */
export const authorizationRequestLifetime = 10 * 60;

/** Returns whether it is too late to decide on a request. */
export function hasExpired({ expires_at }: AuthorizationRequest, now: Date): boolean {
  return expires_at <= toEpochSeconds(now);
}

/**
 * Returns whether only the client can receive the response (RFC 6749 section 10.2, RFC 8252 section
 * 8.6).
 */
export function reachesOnlyClient({
  redirect_uri,
  native,
}: AuthorizationRequest): boolean {
  return !native && redirect_uri.startsWith('https://');
}

/** Returns whether the client asks for this user, or for no user in particular. */
export function isForUser(
  { hinted_user }: AuthorizationRequest,
  user_id: string,
): boolean {
  return hinted_user === undefined || matchesDigest(user_id, hinted_user);
}

const repeatedHint = 'request:';

/** Returns the id of the request that a link of ours repeats, or undefined for an id_token. */
export function parseRepeatedHint(id_token_hint: string): string | undefined {
  const isRepeated = id_token_hint.startsWith(repeatedHint);
  return isRepeated ? id_token_hint.slice(repeatedHint.length) : undefined;
}

/**
 * Returns the parameters that start the same request again. The id_token of a hint is not stored,
 * so the hint is the request itself.
 */
export function toAuthorizationParameters(
  request: AuthorizationRequest,
): Record<string, string> {
  const { client_id, redirect_uri, scope, resource, state, nonce, prompt } = request;
  const { id, code_challenge, hinted_user } = request;
  const code_challenge_method = code_challenge === undefined ? undefined : 'S256';
  const optional = compact({
    resource,
    state,
    code_challenge,
    code_challenge_method,
    nonce,
    id_token_hint: hinted_user && `${repeatedHint}${id}`,
    prompt,
    max_age: request.max_age?.toString(),
  });
  return { client_id, redirect_uri, response_type: 'code', scope, ...optional };
}

/** A code or an error for the client (RFC 6749 sections 4.1.2 and 4.1.2.1). */
export type AuthorizationResponse =
  | { code: string }
  | { error: string; error_description: string };

/** The members of a request that a response needs. */
interface ResponseTarget {
  redirect_uri: string;
  state?: string | undefined;
}

/** Returns the redirect URI with a response, the unchanged state and our issuer (RFC 9207). */
export function buildResponseUrl(
  { redirect_uri, state }: ResponseTarget,
  response: AuthorizationResponse,
  issuer: string,
): string {
  return addQueryParameters(redirect_uri, { ...response, state, iss: issuer });
}

/** The values of the `prompt` parameter (OpenID Connect Core 1.0 section 3.1.2.1). */
export const knownPrompts = ['none', 'login', 'consent', 'select_account'] as const;
export type Prompt = (typeof knownPrompts)[number];

/** Returns the known prompts of a list that is separated by spaces. Ignores unknown values. */
export function parsePrompts(prompt = ''): Prompt[] {
  const sent = prompt.split(' ');
  return knownPrompts.filter((known) => sent.includes(known));
}

/** The members of an authorization request that can demand a new sign-in or a consent page. */
type PromptMembers = Pick<
  AuthorizationRequest,
  'prompt' | 'max_age' | 'requested_datetime'
>;

/** Returns whether a request contains the wanted prompt. */
export function hasPrompt({ prompt }: PromptMembers, wanted: Prompt): boolean {
  return parsePrompts(prompt).includes(wanted);
}

/**
 * Returns whether a session is recent enough for a request. A session that started after the
 * request always is. An older session is, unless the request asks to sign in again or its `max_age`
 * has passed.
 */
export function isRecentEnough(
  request: PromptMembers,
  { created_datetime }: { created_datetime: string },
  now: Date,
): boolean {
  const { max_age, requested_datetime } = request;
  const hasSignedInSince = created_datetime >= requested_datetime;
  if (hasSignedInSince) return true;
  if (hasPrompt(request, 'login') || hasPrompt(request, 'select_account')) return false;

  const age = (now.getTime() - Date.parse(created_datetime)) / 1000;
  return max_age === undefined || age <= max_age;
}
