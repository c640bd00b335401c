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
import { toWhoopFailure } from './failure.ts';

const tokenEndpoint = {
  oauth: getProviderOAuth('whoop'),
  schema: ProviderTokenResponse,
};
const profileUrl = 'https://api.prod.whoop.com/developer/v2/user/profile/basic';
const Profile = z.object({ user_id: RemoteId });

/** Redeems a code and reads the id of the account from the profile. */
export async function redeemWhoopCode(
  context: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const form = toCodeForm(exchange);
  const redeemed = await requestTokens(context, { ...tokenEndpoint, form });
  if (!redeemed.ok) return redeemed;

  const { send, now } = context;
  const { access_token, scope } = redeemed.value;
  const authorization = `Bearer ${access_token}`;
  const profile = await requestJson(
    send,
    { method: 'GET', url: profileUrl, authorization },
    Profile,
  );
  if (!profile.ok) return failure(toWhoopFailure(profile.error, now));
  const account = { remote_id: profile.value.user_id, scope };
  return success(toProviderAuthorization(redeemed.value, account, now));
}

/**
 * Refreshes tokens. Both old tokens become invalid at once. Without the scope `offline` there is no
 * new refresh token.
 */
export async function refreshWhoopTokens(
  context: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const form = { ...toRefreshForm(refresh_token), scope: 'offline' };
  const response = await requestTokens(context, { ...tokenEndpoint, form });
  if (!response.ok) return response;
  return success(toTokens(response.value, context.now));
}
