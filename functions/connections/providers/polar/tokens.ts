import * as z from 'zod/mini';
import { toCodeForm } from '#functions/connections/provider/oauth-token.ts';
import type {
  CodeExchange,
  ProviderAuthorization,
  ProviderContext,
  ProviderResult,
} from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { RemoteId } from '#functions/connections/provider/readings.ts';
import { requestTokens } from '#functions/connections/provider/request-tokens.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toPolarFailure } from './failure.ts';

const oauth = getProviderOAuth('polar');
const usersUrl = 'https://www.polaraccesslink.com/v3/users';

/** `expires_in` is left out: the token works until it is revoked, and cannot be refreshed. */
const PolarTokenResponse = z.object({
  access_token: z.string().check(z.minLength(1)),
  x_user_id: RemoteId,
});

/**
 * Redeems a code and registers the person with our client. Polar returns only data that is uploaded
 * after the registration.
 */
export async function redeemPolarCode(
  context: ProviderContext,
  exchange: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const form = toCodeForm(exchange);
  const redeemed = await requestTokens(context, {
    oauth,
    form,
    schema: PolarTokenResponse,
  });
  if (!redeemed.ok) return redeemed;

  const { access_token, x_user_id } = redeemed.value;
  const registered = await register(context, access_token, x_user_id);
  if (!registered.ok) return registered;
  return success({ tokens: { access_token }, remote_id: x_user_id });
}

/** Registers the person under the id of the account. An earlier registration counts as success. */
async function register(
  { send, now }: ProviderContext,
  access_token: string,
  remote_id: string,
): Promise<ProviderResult<undefined>> {
  const response = await send({
    method: 'POST',
    url: usersUrl,
    authorization: `Bearer ${access_token}`,
    json: { 'member-id': remote_id },
  });
  if (response.ok) return success(undefined);

  const { error } = response;
  const isRegistered = error.kind === 'status' && error.response.status === 409;
  return isRegistered ? success(undefined) : failure(toPolarFailure(error, now));
}
