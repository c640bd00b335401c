import type { ProviderRevocation } from '#functions/connections/provider/provider-revocations.ts';

/**
 * The response of a provider. Its status is 0 if the provider could not be reached or took too
 * long.
 */
export interface ProviderResponse {
  status: number;
  text: string;
}

/**
 * What a response to a revocation request says about the access.
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

/** Returns whether the provider may respond differently later. */
export function isBusy({ status }: ProviderResponse): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** Returns whether the status is 2xx. */
export function isSuccess({ status }: ProviderResponse): boolean {
  return status >= 200 && status < 300;
}

/**
 * Returns the members of a JSON response, or an empty object if the response is not a JSON object.
 */
export function parseMembers({
  text,
}: ProviderResponse): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * Returns whether a response has an OAuth 2 error code for a token that is unknown, expired or
 * revoked.
 */
export function isTokenInvalid({ text }: ProviderResponse): boolean {
  return /\b(invalid_token|expired_token|invalid_grant)\b/.test(text);
}

/** Returns the nonce in a response of Withings: `{"status": 0, "body": {"nonce": "..."}}`. */
export function findNonce(response: ProviderResponse): string | undefined {
  const { body } = parseMembers(response);
  const nonce = isObject(body) ? body.nonce : undefined;
  return typeof nonce === 'string' ? nonce : undefined;
}

/** Classifies the response to a revocation request. */
export function interpretResponse(
  revocation: ProviderRevocation,
  response: ProviderResponse,
): RevocationResult {
  const { status } = response;
  if (isBusy(response)) return 'busy';
  if (isSuccess(response) && reportsSuccess(revocation, response)) return 'revoked';

  // DELETE removes the access itself, so a missing resource means that it is revoked.
  const isGone = status === 404 || status === 410;
  if (revocation.method === 'DELETE' && isGone) return 'already_ended';

  const isUnauthorizedToken = status === 401 && !authenticatesClient(revocation);
  if (isTokenInvalid(response) || isUnauthorizedToken) return 'token_invalid';
  return isSuccess(response) ? 'failed' : 'refused';
}

/**
 * Returns whether a request authenticates the client, so that a 401 is about the client and not the
 * token.
 */
function authenticatesClient({ authorization, url, form }: ProviderRevocation): boolean {
  const isInRequest = /\{(client_secret|signature)\}/.test(`${url} ${form}`);
  return authorization === 'basic' || isInRequest;
}

/** Returns whether the body reports success. Some providers report a failure with status 200. */
function reportsSuccess(
  { success }: ProviderRevocation,
  response: ProviderResponse,
): boolean {
  if (success === undefined) return true;
  const [member = '', value] = success.split('=');
  return String(parseMembers(response)[member]) === value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
