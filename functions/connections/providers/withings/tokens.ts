import * as z from 'zod/mini';
import { splitScopes } from '#functions/connections/provider/authorization-url.ts';
import {
  buildTokenRequest,
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
import { compact } from '#shared/runtime/compact.ts';
import { success } from '#shared/runtime/result.ts';
import { interpretTokenStatus, requestWithings } from './envelope.ts';

const oauth = getProviderOAuth('withings');
const action = { action: 'requesttoken' };

/** `userid` is a number in the documentation and a string in practice. */
const WithingsTokenBody = z.extend(ProviderTokenResponse, { userid: RemoteId });

function requestTokens(context: ProviderContext, form: Readonly<Record<string, string>>) {
  const request = buildTokenRequest({ oauth }, context.client, { ...action, ...form });
  return requestWithings(context, request, WithingsTokenBody, interpretTokenStatus);
}

/** Redeems a code, which is valid for 30 seconds. */
export async function redeemWithingsCode(
  context: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const redeemed = await requestTokens(context, toCodeForm(exchange));
  if (!redeemed.ok) return redeemed;

  const { userid, scope } = redeemed.value;
  return success(
    compact({
      tokens: toTokens(redeemed.value, context.now),
      remote_id: userid,
      scopes: scope === undefined ? undefined : splitScopes(scope),
    }),
  );
}

/** Refreshes tokens. The old refresh token works until the new access token is used. */
export async function refreshWithingsTokens(
  context: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const refreshed = await requestTokens(context, toRefreshForm(refresh_token));
  return refreshed.ok ? success(toTokens(refreshed.value, context.now)) : refreshed;
}
