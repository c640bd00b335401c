import {
  buildTokenRequest,
  toRefreshForm,
} from '#functions/connections/provider-definition/oauth.ts';
import {
  findClient,
  isBusy,
  isSuccess,
  isTokenInvalid,
  type ProviderRevocation,
  parseMembers,
  type RevocationResponse,
  type RevocationResult,
  type RevokedAccount,
  sendRequest,
} from '#functions/connections/provider-definition/revocation.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';

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

interface RevocationContext {
  send: OutgoingCall;
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
  account: RevokedAccount,
  { send, now }: RevocationContext,
): Promise<RevocationOutcome> {
  const attempt = await revocation.attempt(send, account, now);
  if (!attempt) return clientCredentialsMissing;

  const { result, response } = attempt;
  // A failure without a known reason may mean an expired token as well.
  const mayHaveExpired = result === 'token_invalid' || result === 'failed';
  const isRefreshable = revocation.refresh && account.refresh_token;
  return mayHaveExpired && isRefreshable
    ? refreshAndRevoke(revocation, account, { send, now })
    : toOutcome(result, response);
}

async function refreshAndRevoke(
  { refresh, attempt: revoke }: ProviderRevocation,
  account: RevokedAccount,
  { send, now }: RevocationContext,
): Promise<RevocationOutcome> {
  const client = findClient(account);
  if (!refresh || !client) return clientCredentialsMissing;

  const form = toRefreshForm(account.refresh_token ?? '');
  const refreshed = await sendRequest(send, buildTokenRequest(refresh, client, form));
  if (isBusy(refreshed)) return toOutcome('busy', refreshed);
  if (isTokenInvalid(refreshed)) return toOutcome('already_ended', refreshed);
  if (!isSuccess(refreshed)) {
    return { ...toOutcome('refused', refreshed), code: 'refresh_refused' };
  }

  // Some providers extend the old access token instead of returning a new one.
  const { access_token = account.access_token } = parseMembers(refreshed);
  const renewed = { ...account, access_token: String(access_token) };
  const attempt = await revoke(send, renewed, now);
  if (!attempt) return clientCredentialsMissing;

  // A new token is valid, so a provider that calls it invalid rejects the request for another
  // reason.
  const { result, response } = attempt;
  return toOutcome(result === 'token_invalid' ? 'refused' : result, response);
}

function toOutcome(
  result: RevocationResult,
  { status }: RevocationResponse,
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
