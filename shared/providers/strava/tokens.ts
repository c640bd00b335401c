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
import { getProviderOAuth } from '../../reference-data/provider-oauth.ts';
import { compact } from '../../runtime/compact.ts';
import { failure, success } from '../../runtime/result.ts';
import { toStravaFailure } from './failure.ts';

const oauth = getProviderOAuth('strava');

/** The token response to a code. Only this response names the athlete. */
const CodeResponse = z.extend(ProviderTokenResponse, {
  athlete: z.object({ id: RemoteId }),
});

/**
 * Redeems a code. The person may have deselected scopes. The query of the callback has the granted
 * scopes.
 */
export async function redeemStravaCode(
  { send, client, now }: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const request = buildTokenRequest({ oauth }, client, toCodeForm(exchange));
  const response = await requestJson(send, request, CodeResponse);
  if (!response.ok) return failure(toStravaFailure(response.error, now));

  const { athlete, ...tokens } = response.value;
  const { scope } = exchange;
  return success(
    compact({
      tokens: toTokens(tokens, now),
      remote_id: athlete.id,
      scopes: scope === undefined ? undefined : splitScopes(scope),
    }),
  );
}

/** Refreshes tokens. Strava returns the same access token while it has more than an hour left. */
export async function refreshStravaTokens(
  { send, client, now }: ProviderContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const request = buildTokenRequest({ oauth }, client, toRefreshForm(refresh_token));
  const response = await requestJson(send, request, ProviderTokenResponse);
  if (!response.ok) return failure(toStravaFailure(response.error, now));
  return success({ refresh_token, ...toTokens(response.value, now) });
}
