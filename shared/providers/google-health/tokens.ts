import * as z from 'zod/mini';
import { requestJson } from '../../outgoing/json.ts';
import { splitScopes } from '../../provider/authorization-url.ts';
import {
  buildTokenRequest,
  ProviderTokenResponse,
  toCodeForm,
  toRefreshForm,
  toTokens,
} from '../../provider/oauth-token.ts';
import type {
  CodeExchange,
  ProviderAuthorization,
  ProviderContext,
  ProviderResult,
  ProviderTokens,
} from '../../provider/provider.ts';
import { RemoteId } from '../../provider/readings.ts';
import { toTokenFailure } from '../../provider/token-failure.ts';
import { getProviderOAuth } from '../../reference-data/provider-oauth.ts';
import { compact } from '../../runtime/compact.ts';
import { failure, success } from '../../runtime/result.ts';
import { toGoogleHealthFailure } from './failure.ts';

const oauth = getProviderOAuth('google_health');
const identityUrl = 'https://health.googleapis.com/v4/users/me/identity';
const GoogleIdentity = z.object({ healthUserId: RemoteId });

/** Redeems a code and reads the id that notifications name. */
export async function redeemGoogleCode(
  { send, client, now }: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const request = buildTokenRequest({ oauth }, client, toCodeForm(exchange));
  const redeemed = await requestJson(send, request, ProviderTokenResponse);
  if (!redeemed.ok) return failure(toTokenFailure(redeemed.error, now));

  const { access_token, scope } = redeemed.value;
  const identity = await requestJson(
    send,
    { method: 'GET', url: identityUrl, authorization: `Bearer ${access_token}` },
    GoogleIdentity,
  );
  if (!identity.ok) return failure(toGoogleHealthFailure(identity.error, now));
  return success(
    compact({
      tokens: toTokens(redeemed.value, now),
      remote_id: identity.value.healthUserId,
      scopes: scope === undefined ? undefined : splitScopes(scope),
    }),
  );
}

/** Refreshes tokens. The response has no refresh token, because the old one stays valid. */
export async function refreshGoogleTokens(
  { send, client, now }: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const request = buildTokenRequest({ oauth }, client, toRefreshForm(refresh_token));
  const response = await requestJson(send, request, ProviderTokenResponse);
  if (!response.ok) return failure(toTokenFailure(response.error, now));
  return success({ refresh_token, ...toTokens(response.value, now) });
}
