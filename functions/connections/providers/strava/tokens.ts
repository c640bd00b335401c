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
import { success } from '#shared/runtime/result.ts';
import { toStravaFailure } from './failure.ts';

const tokenEndpoint = { oauth: getProviderOAuth('strava'), toFailure: toStravaFailure };

/** The token response to a code. Only this response names the athlete. */
const CodeResponse = z.extend(ProviderTokenResponse, {
  athlete: z.object({ id: RemoteId }),
});

/**
 * Redeems a code. The person may have deselected scopes. Strava sends the granted ones to the
 * callback, as `exchange.scope`.
 */
export async function redeemStravaCode(
  context: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const form = toCodeForm(exchange);
  const response = await requestTokens(context, {
    ...tokenEndpoint,
    form,
    schema: CodeResponse,
  });
  if (!response.ok) return response;

  const { athlete, ...tokens } = response.value;
  const account = { remote_id: athlete.id, scope: exchange.scope };
  return success(toProviderAuthorization(tokens, account, context.now));
}

/** Refreshes tokens. Strava returns the same access token while it has more than an hour left. */
export async function refreshStravaTokens(
  context: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const form = toRefreshForm(refresh_token);
  const response = await requestTokens(context, {
    ...tokenEndpoint,
    form,
    schema: ProviderTokenResponse,
  });
  if (!response.ok) return response;
  return success({ refresh_token, ...toTokens(response.value, context.now) });
}
