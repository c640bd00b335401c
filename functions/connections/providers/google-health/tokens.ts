import * as z from 'zod/mini';
import {
  ProviderTokenResponse,
  toCodeForm,
  toRefreshForm,
  toTokens,
} from '#functions/connections/provider/oauth-token.ts';
import type {
  CodeExchange,
  ProviderAuthorization,
  ProviderContext,
  ProviderResult,
  ProviderTokens,
} from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import {
  requestTokens,
  toProviderAuthorization,
} from '#functions/connections/provider/request-tokens.ts';
import { requestJson } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toGoogleHealthFailure } from './failure.ts';

const tokenEndpoint = {
  oauth: getProviderOAuth('google_health'),
  schema: ProviderTokenResponse,
};
const identityUrl = 'https://health.googleapis.com/v4/users/me/identity';
const GoogleIdentity = z.object({ healthUserId: RemoteId });

/** Redeems a code and reads the id that notifications name. */
export async function redeemGoogleCode(
  context: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const form = toCodeForm(exchange);
  const redeemed = await requestTokens(context, { ...tokenEndpoint, form });
  if (!redeemed.ok) return redeemed;

  const { send, now } = context;
  const { access_token, scope } = redeemed.value;
  const identity = await requestJson(
    send,
    { method: 'GET', url: identityUrl, authorization: `Bearer ${access_token}` },
    GoogleIdentity,
  );
  if (!identity.ok) return failure(toGoogleHealthFailure(identity.error, now));
  const account = { remote_id: identity.value.healthUserId, scope };
  return success(toProviderAuthorization(redeemed.value, account, now));
}

/** Refreshes tokens. The response has no refresh token, because the old one stays valid. */
export async function refreshGoogleTokens(
  context: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const form = toRefreshForm(refresh_token);
  const response = await requestTokens(context, { ...tokenEndpoint, form });
  if (!response.ok) return response;
  return success({ refresh_token, ...toTokens(response.value, context.now) });
}
