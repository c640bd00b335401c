import * as z from 'zod/mini';
import {
  type CallFailure,
  type CallRequest,
  type CallResponse,
  type OutgoingCall,
  readRetryAfter,
  requestJson,
  tryParseJson,
} from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';

/** The client that the operator registered at a provider. */
export interface ProviderClient {
  client_id: string;
  client_secret: string;
}

/** The means of every call to a provider. */
export interface ProviderContext {
  send: OutgoingCall;
  now: Date;
}

/** The means of a call that names our client, e.g. for tokens. */
export interface ClientContext extends ProviderContext {
  client: ProviderClient;
}

/**
 * Why a call to a provider failed. The kind decides what to do next.
 *
 * - `unavailable`: it may succeed later. `cause` is for the log. The cause `proxy` is an error that
 *   is not in the provider's own format, so it says nothing about the account or the workout. The
 *   cause `outage` means that no request was made, because the last ones got no response.
 * - `rate_limited`: it may succeed after `retry_after` seconds, if the provider says.
 * - `unauthorized`: the access token is expired or revoked. Refresh it once.
 * - `invalid_grant`: the code or the refresh token is rejected. The person must connect again.
 * - `invalid_client`: our client is rejected, for every account. The operator must act.
 * - `insufficient_scope`: the person granted too little. Refreshing does not help.
 * - `not_found`: what was requested, e.g. a workout, does not exist any more.
 * - `rejected`: a request that the provider does not accept for any other reason.
 * - `malformed`: the response is not what the provider documents.
 */
export type ProviderFailure =
  | {
      kind: 'unavailable';
      cause: 'off' | 'timeout' | 'unreachable' | 'status' | 'proxy';
    }
  | { kind: 'unavailable'; cause: 'outage'; retry_after: number }
  | { kind: 'rate_limited'; retry_after?: number }
  | { kind: 'unauthorized' }
  | { kind: 'invalid_grant' }
  | { kind: 'invalid_client' }
  | { kind: 'insufficient_scope' }
  | { kind: 'not_found' }
  | { kind: 'rejected'; status: number }
  | { kind: 'malformed' };

export type ProviderResult<T> = Result<T, ProviderFailure>;

/** The longest time in seconds for which no requests are made, whatever a provider asks for. */
export const maxRetryAfter = 86_400;

/** Interprets a status that is not 2xx. Returns undefined for the default interpretation. */
export type StatusInterpreter = (
  response: CallResponse,
  now: Date,
) => ProviderFailure | undefined;

/** Returns whether the body of a response has the format of a provider's errors. */
type ErrorFormat = (response: CallResponse) => boolean;

/** The errors of a provider, as far as providers differ. */
export interface ErrorRules {
  /**
   * Tells the provider's own errors from those of a proxy between it and us, e.g. a page in HTML.
   * Defaults to an object in JSON.
   */
  isOwnError?: ErrorFormat;
  interpret?: StatusInterpreter;
}

/** Returns the format of errors whose JSON has a shape. */
export function hasShape(schema: z.ZodMiniType): ErrorFormat {
  return ({ text }) => schema.safeParse(tryParseJson(text)).success;
}

/** The format of any object in JSON. */
export const isJsonObject = hasShape(z.looseObject({}));

/** Classifies a failed call. */
export function toProviderFailure(
  failed: CallFailure,
  now: Date,
  { isOwnError = isJsonObject, interpret }: ErrorRules = {},
): ProviderFailure {
  if (failed.kind === 'malformed') return { kind: 'malformed' };
  if (failed.kind !== 'status') return { kind: 'unavailable', cause: failed.kind };
  const { response } = failed;
  if (!isTemporary(response) && !isOwnError(response)) {
    return { kind: 'unavailable', cause: 'proxy' };
  }
  return interpret?.(response, now) ?? interpretStatus(response, now);
}

/** Returns whether a status says nothing but that a later call may succeed. */
function isTemporary({ status }: CallResponse): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function interpretStatus(response: CallResponse, now: Date): ProviderFailure {
  const { status } = response;
  if (status === 429) {
    return compact({
      kind: 'rate_limited' as const,
      retry_after: readRetryAfter(response, now),
    });
  }
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 404 || status === 410) return { kind: 'not_found' };
  if (isTemporary(response)) return { kind: 'unavailable', cause: 'status' };
  return { kind: 'rejected', status };
}

/** Sends a request and returns the JSON of the response as the schema describes it. */
export type ProviderRequest = <S extends z.ZodMiniType>(
  context: ProviderContext,
  request: CallRequest,
  schema: S,
) => Promise<ProviderResult<z.output<S>>>;

/**
 * Returns the function that sends requests to a provider. `interpret` classifies the statuses that
 * mean something else at this provider than at others.
 */
export function createRequest(rules: ErrorRules = {}): ProviderRequest {
  return async ({ send, now }, request, schema) => {
    const response = await requestJson(send, request, schema);
    return response.ok
      ? response
      : failure(toProviderFailure(response.error, now, rules));
  };
}

/** Sends a request and returns the body of the response as it is. */
type FileRequest = (
  context: ProviderContext,
  request: CallRequest,
) => Promise<ProviderResult<Uint8Array>>;

/** Returns the function that requests files of a provider. */
export function createFileRequest(rules: ErrorRules = {}): FileRequest {
  return async ({ send, now }, request) => {
    const response = await send(request);
    if (!response.ok) return failure(toProviderFailure(response.error, now, rules));
    const { text, bytes = Buffer.from(text) } = response.value;
    return success(bytes);
  };
}

/** Returns a request for something of the account to which an access token belongs. */
export function toGet(url: string, access_token: string): CallRequest {
  return { method: 'GET', url, authorization: `Bearer ${access_token}` };
}

/** Some providers send the status 403 if a permission of the person is missing. */
export const interpretForbidden: StatusInterpreter = ({ status }) =>
  status === 403 ? { kind: 'insufficient_scope' } : undefined;

/** The error response of a token endpoint (RFC 6749 section 5.2). */
const OAuthError = z.object({ error: z.string() });

/**
 * Returns the function that sends requests to a token endpoint that has the errors of RFC 6749.
 * `rejectedGrant` are the codes with which the provider rejects a code or a refresh token. Only
 * these end the access to an account.
 */
export function createOAuthRequest(
  rejectedGrant: readonly string[] = ['invalid_grant'],
): ProviderRequest {
  return createRequest({
    isOwnError: hasShape(OAuthError),
    interpret: ({ status, text }) => {
      const parsed = OAuthError.safeParse(tryParseJson(text));
      if (!parsed.success) return undefined;
      const { error } = parsed.data;
      if (rejectedGrant.includes(error)) return { kind: 'invalid_grant' };
      if (error === 'invalid_client' || error === 'unauthorized_client') {
        return { kind: 'invalid_client' };
      }
      return status === 400 || status === 401 ? { kind: 'rejected', status } : undefined;
    },
  });
}

/** Sends a request to a token endpoint that has the errors of RFC 6749. */
export const requestOAuth = createOAuthRequest();
