import type { ProviderCredentials } from '#functions/connections/connection/credentials.ts';
import type { ProviderRevocation } from '#functions/connections/provider/provider-revocations.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  buildNonceRequest,
  buildRefreshRequest,
  buildRevocationRequest,
  type ProviderRequest,
} from './provider-request.ts';
import {
  findNonce,
  interpretResponse,
  isBusy,
  isSuccess,
  isTokenInvalid,
  type ProviderResponse,
  parseMembers,
  type RevocationResult,
} from './provider-response.ts';

/** Sends a request to a provider. The promise never rejects. */
export type SendToProvider = (request: ProviderRequest) => Promise<ProviderResponse>;

/**
 * The outcome of a revocation, as it is logged for operators. `provider_call_failed` is tried
 * again; the other two are final.
 */
export interface RevocationOutcome {
  event:
    | 'provider_access_revoked'
    | 'provider_access_not_revoked'
    | 'provider_call_failed';
  /** The reason, unless the provider confirmed the revocation. */
  code?: string;
  /** The status of the last response. */
  status?: number;
}

/** A user's account at a provider, and the credentials for it. */
export interface ProviderAccess {
  credentials: ProviderCredentials;
  remote_id: string;
  now: Date;
}

const events: Readonly<Record<RevocationResult, RevocationOutcome['event']>> = {
  revoked: 'provider_access_revoked',
  already_ended: 'provider_access_revoked',
  token_invalid: 'provider_access_revoked',
  busy: 'provider_call_failed',
  failed: 'provider_call_failed',
  refused: 'provider_access_not_revoked',
};

const clientCredentialsMissing: RevocationOutcome = {
  event: 'provider_access_not_revoked',
  code: 'client_credentials_missing',
};

/**
 * Revokes the access at a provider. If the access token may have expired, refreshes it and tries
 * once more.
 *
 * Access that has already ended counts as revoked. The provider then calls the access token
 * invalid, and the refresh token is invalid or missing.
 */
export async function revokeAtProvider(
  revocation: ProviderRevocation,
  access: ProviderAccess,
  send: SendToProvider,
): Promise<RevocationOutcome> {
  const attempt = await requestRevocation(revocation, access, send);
  if (!attempt) return clientCredentialsMissing;

  const { result, response } = attempt;
  // A failure without a known reason may mean an expired token as well.
  const mayHaveExpired = result === 'token_invalid' || result === 'failed';
  const isRefreshable = revocation.refresh && access.credentials.refresh_token;
  return mayHaveExpired && isRefreshable
    ? refreshAndRevoke(revocation, access, send)
    : toOutcome(result, response);
}

async function refreshAndRevoke(
  revocation: ProviderRevocation,
  { credentials, remote_id, now }: ProviderAccess,
  send: SendToProvider,
): Promise<RevocationOutcome> {
  const request =
    revocation.refresh && buildRefreshRequest(revocation.refresh, credentials);
  if (!request) return clientCredentialsMissing;

  const refreshed = await send(request);
  if (isBusy(refreshed)) return toOutcome('busy', refreshed);
  if (isTokenInvalid(refreshed)) return toOutcome('already_ended', refreshed);
  if (!isSuccess(refreshed)) {
    return { ...toOutcome('refused', refreshed), code: 'refresh_refused' };
  }

  // Some providers extend the old access token instead of returning a new one.
  const { access_token = credentials.access_token } = parseMembers(refreshed);
  const newCredentials = { ...credentials, access_token: String(access_token) };
  const access = { credentials: newCredentials, remote_id, now };
  const attempt = await requestRevocation(revocation, access, send);
  if (!attempt) return clientCredentialsMissing;

  // A new token is valid, so a provider that calls it invalid rejects the request for another
  // reason.
  const { result, response } = attempt;
  return toOutcome(result === 'token_invalid' ? 'refused' : result, response);
}

/** A response to a revocation request, or to the request for its nonce. */
interface Attempt {
  response: ProviderResponse;
  result: RevocationResult;
}

/**
 * Revokes an access, with a nonce if the provider requires one. Returns undefined if a request
 * needs client credentials that are unknown.
 */
async function requestRevocation(
  revocation: ProviderRevocation,
  access: ProviderAccess,
  send: SendToProvider,
): Promise<Attempt | undefined> {
  const { nonce_url } = revocation;
  if (nonce_url === undefined) return sendRevocation(revocation, access, send);

  const request = buildNonceRequest(nonce_url, access.credentials, access.now);
  if (!request) return undefined;
  const response = await send(request);
  const nonce = findNonce(response);
  if (nonce !== undefined) return sendRevocation(revocation, access, send, nonce);
  const result = interpretResponse(revocation, response);
  // The request for a nonce contains no token, so its response cannot tell that the access ended.
  const claimsAccessEnded = result === 'revoked' || result === 'token_invalid';
  return { response, result: claimsAccessEnded ? 'failed' : result };
}

async function sendRevocation(
  revocation: ProviderRevocation,
  { credentials, remote_id }: ProviderAccess,
  send: SendToProvider,
  nonce?: string,
): Promise<Attempt | undefined> {
  const details = { remote_id, nonce };
  const request = buildRevocationRequest(revocation, credentials, details);
  if (!request) return undefined;
  const response = await send(request);
  return { response, result: interpretResponse(revocation, response) };
}

function toOutcome(
  result: RevocationResult,
  { status }: ProviderResponse,
): RevocationOutcome {
  return compact({
    event: events[result],
    code: toCode(result),
    status: status > 0 ? status : undefined,
  });
}

function toCode(result: RevocationResult): string | undefined {
  if (result === 'revoked') return undefined;
  return result === 'token_invalid' ? 'already_ended' : result;
}
