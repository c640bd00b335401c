import {
  type CallRequest,
  type CallResponse,
  type OutgoingCall,
  tryParseJson,
} from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ProviderClient } from './call.ts';
import { type TokenServer, toBasicAuthorization } from './oauth.ts';

/** An account of which our access is revoked. */
export interface RevokedAccount {
  remote_id: string;
  access_token: string;
  refresh_token?: string | undefined;
  /** Our client at the provider. Absent if only the tokens are known. */
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/** Returns our client at the provider, or undefined if it is unknown. */
export function findClient({
  client_id,
  client_secret,
}: RevokedAccount): ProviderClient | undefined {
  const isKnown = client_id !== undefined && client_secret !== undefined;
  return isKnown ? { client_id, client_secret } : undefined;
}

/**
 * The state of our access after a provider's response.
 *
 * - `revoked`: the access is revoked.
 * - `already_ended`: there was no access left to revoke.
 * - `token_invalid`: the token that was sent is expired, revoked or unknown.
 * - `busy`: a later attempt may succeed.
 * - `failed`: the status is 2xx, but the body does not report success. The reason is unknown,
 *   because each provider has error codes of its own.
 * - `refused`: the provider rejects the request permanently.
 */
export type RevocationResult =
  | 'revoked'
  | 'already_ended'
  | 'token_invalid'
  | 'busy'
  | 'failed'
  | 'refused';

/** The status of a response, which is 0 if the provider could not be reached, and its text. */
export type RevocationResponse = Pick<CallResponse, 'status' | 'text'>;

/** A response to an attempt to revoke an access. */
export interface RevocationAttempt {
  response: RevocationResponse;
  result: RevocationResult;
}

/** The way in which a provider revokes our access to an account. */
export interface ProviderRevocation {
  /** Tries once. Returns undefined if a request needs our client, which is unknown. */
  attempt(
    send: OutgoingCall,
    account: RevokedAccount,
    now: Date,
  ): Promise<RevocationAttempt | undefined>;
  /** The server that first refreshes an expired access token, if the request has one. */
  refresh?: TokenServer;
}

/** The differences between the responses of providers. */
interface ResponseRules {
  /** Whether the request authenticates our client, so that a 401 is not about the token. */
  authenticatesClient?: boolean;
  /** Whether the body reports success. Some providers report a failure with status 200. */
  isDone?: (body: Readonly<Record<string, unknown>>) => boolean;
}

/** Returns how a provider revokes a token as RFC 7009 says. */
export function revokeToken(
  url: string,
  clientAuth: TokenServer['client_auth'] | 'none',
): ProviderRevocation {
  const authenticatesClient = clientAuth !== 'none';
  return {
    attempt: async (send, account) => {
      const client = findClient(account);
      if (authenticatesClient && !client) return undefined;

      const token = account.refresh_token ?? account.access_token;
      const isBasic = clientAuth === 'basic';
      const request = compact({
        method: 'POST' as const,
        url,
        form: clientAuth === 'body' ? { token, ...client } : { token },
        authorization: isBasic ? client && toBasicAuthorization(client) : undefined,
      });
      return attemptRevocation(send, request, { authenticatesClient });
    },
  };
}

/** Returns how a provider ends the access to an account that its access token names. */
export function endAccess(
  refresh: TokenServer,
  toRequest: (account: RevokedAccount) => CallRequest | undefined,
  isDone?: ResponseRules['isDone'],
): ProviderRevocation {
  return {
    attempt: async (send, account) => {
      const request = toRequest(account);
      return request && attemptRevocation(send, request, compact({ isDone }));
    },
    refresh,
  };
}

/** Returns the request of a provider that needs nothing but the access token in the header. */
export function withBearer(method: CallRequest['method'], url: string) {
  return ({ access_token }: RevokedAccount): CallRequest => ({
    method,
    url,
    authorization: `Bearer ${access_token}`,
  });
}

/** Sends the request of an attempt, and says what its response means. */
export async function attemptRevocation(
  send: OutgoingCall,
  request: CallRequest,
  rules: ResponseRules = {},
): Promise<RevocationAttempt> {
  const response = await sendRequest(send, request);
  return { response, result: interpretResponse(request, response, rules) };
}

/** Sends a request. A provider that does not respond has the status 0. */
export async function sendRequest(
  send: OutgoingCall,
  request: CallRequest,
): Promise<RevocationResponse> {
  const sent = await send(request);
  if (sent.ok) return sent.value;
  return sent.error.kind === 'status' ? sent.error.response : { status: 0, text: '' };
}

function interpretResponse(
  { method }: CallRequest,
  response: RevocationResponse,
  { authenticatesClient, isDone = () => true }: ResponseRules,
): RevocationResult {
  const { status } = response;
  if (isBusy(response)) return 'busy';
  if (isSuccess(response) && isDone(parseMembers(response))) return 'revoked';

  // DELETE removes the access itself, so a missing resource means that it is revoked.
  const isGone = status === 404 || status === 410;
  if (method === 'DELETE' && isGone) return 'already_ended';

  const isUnauthorizedToken = status === 401 && !authenticatesClient;
  if (isTokenInvalid(response) || isUnauthorizedToken) return 'token_invalid';
  return isSuccess(response) ? 'failed' : 'refused';
}

/** Returns whether the provider may respond differently later. */
export function isBusy({ status }: RevocationResponse): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** Returns whether the status is 2xx. */
export function isSuccess({ status }: RevocationResponse): boolean {
  return status >= 200 && status < 300;
}

/** Returns whether the text has an OAuth 2 error of a token that is unknown, expired or revoked. */
export function isTokenInvalid({ text }: RevocationResponse): boolean {
  return /\b(invalid_token|expired_token|invalid_grant)\b/.test(text);
}

/** Returns the members of a JSON response, or an empty object if it is not a JSON object. */
export function parseMembers({
  text,
}: RevocationResponse): Readonly<Record<string, unknown>> {
  const parsed = tryParseJson(text);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}
