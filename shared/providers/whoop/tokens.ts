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
import { toWhoopFailure } from './failure.ts';

const oauth = getProviderOAuth('whoop');
const profileUrl = 'https://api.prod.whoop.com/developer/v2/user/profile/basic';
const Profile = z.object({ user_id: RemoteId });

/** Redeems a code and reads the id of the account from the profile. */
export async function redeemWhoopCode(
  { send, client, now }: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const request = buildTokenRequest({ oauth }, client, toCodeForm(exchange));
  const redeemed = await requestJson(send, request, ProviderTokenResponse);
  if (!redeemed.ok) return failure(toTokenFailure(redeemed.error, now));

  const { access_token, scope } = redeemed.value;
  const authorization = `Bearer ${access_token}`;
  const profile = await requestJson(
    send,
    { method: 'GET', url: profileUrl, authorization },
    Profile,
  );
  if (!profile.ok) return failure(toWhoopFailure(profile.error, now));
  return success(
    compact({
      tokens: toTokens(redeemed.value, now),
      remote_id: profile.value.user_id,
      scopes: scope === undefined ? undefined : splitScopes(scope),
    }),
  );
}

/**
 * Refreshes tokens. Both old tokens become invalid at once. Without the scope `offline` there is no
 * new refresh token.
 */
export async function refreshWhoopTokens(
  { send, client, now }: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const form = { ...toRefreshForm(refresh_token), scope: 'offline' };
  const request = buildTokenRequest({ oauth }, client, form);
  const response = await requestJson(send, request, ProviderTokenResponse);
  if (!response.ok) return failure(toTokenFailure(response.error, now));
  return success(toTokens(response.value, now));
}
