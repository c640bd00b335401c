import type { TokenServer } from '#functions/connections/provider-definition/oauth.ts';
import {
  endAccess,
  type ProviderRevocation,
  revokeToken,
  withBearer,
} from '#functions/connections/provider-definition/revocation.ts';

/** Returns a token endpoint at which the client authenticates in the form. */
function inForm(token_url: string): TokenServer {
  return { token_url, client_auth: 'body' };
}

const suuntoUrl = 'https://cloudapi-oauth.suunto.com/oauth';

/**
 * The revocations of providers whose workouts are not imported, by the remote connection type. An
 * operator can add their connections, and people can delete them.
 */
const otherRevocations = {
  garmin: endAccess(
    inForm('https://diauth.garmin.com/di-oauth2-service/oauth/token'),
    withBearer(
      'DELETE',
      'https://apis.garmin.com/partner-gateway/rest/user/registration',
    ),
  ),
  fitbit: revokeToken('https://api.fitbit.com/oauth2/revoke', 'basic'),
  suunto: endAccess(
    { token_url: `${suuntoUrl}/token`, client_auth: 'basic' },
    ({ client_id, ...account }) => {
      if (client_id === undefined) return undefined;
      const query = new URLSearchParams({ client_id });
      return withBearer('GET', `${suuntoUrl}/deauthorize?${query}`)(account);
    },
  ),
  oura: endAccess(inForm('https://api.ouraring.com/oauth/token'), ({ access_token }) => ({
    method: 'POST',
    url: `https://api.ouraring.com/oauth/revoke?${new URLSearchParams({ access_token })}`,
  })),
  wahoo: endAccess(
    inForm('https://api.wahooligan.com/oauth/token'),
    withBearer('DELETE', 'https://api.wahooligan.com/v1/permissions'),
  ),
  coros: endAccess(
    inForm('https://open.coros.com/oauth2/refresh-token'),
    ({ access_token: token }) => ({
      method: 'POST',
      url: `https://open.coros.com/oauth2/deauthorize?${new URLSearchParams({ token })}`,
    }),
    ({ result }) => result === '0000',
  ),
  ultrahuman: revokeToken(
    'https://partner.ultrahuman.com/api/partners/oauth/revoke',
    'body',
  ),
  trainingpeaks: endAccess(
    inForm('https://oauth.trainingpeaks.com/oauth/token'),
    withBearer('POST', 'https://oauth.trainingpeaks.com/oauth/deauthorize'),
  ),
  ridewithgps: revokeToken('https://ridewithgps.com/oauth/revoke.json', 'body'),
  google_fit: revokeToken('https://oauth2.googleapis.com/revoke', 'none'),
} as const satisfies Readonly<Record<string, ProviderRevocation>>;

const byType = new Map<string, ProviderRevocation>(Object.entries(otherRevocations));

/** Returns how access is revoked at a provider whose workouts are not imported, if it is known. */
export function findOtherRevocation(type: string): ProviderRevocation | undefined {
  return byType.get(type);
}
