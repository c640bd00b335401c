import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import { endAccess } from '#functions/connections/provider-definition/revocation.ts';

const tokenEndpoint = {
  token_url: 'https://polarremote.com/v2/oauth2/token',
  client_auth: 'basic',
} as const;

/** The authorization and revocation of access to accounts of Polar. */
export default {
  oauth: {
    ...tokenEndpoint,
    authorize_url: 'https://flow.polar.com/oauth2/authorization',
    scopes: ['accesslink.read_all'],
    scope_separator: ' ',
    granted_scopes: 'token_response',
  },
  requiredScopes: [],
  measurementScopes: [],
  // Polar delivers only what is uploaded after the registration of the person.
  first_import: 'new_workouts',
  revocation: endAccess(tokenEndpoint, ({ access_token, remote_id }) => ({
    method: 'DELETE',
    url: `https://www.polaraccesslink.com/v3/users/${encodeURIComponent(remote_id)}`,
    authorization: `Bearer ${access_token}`,
  })),
} satisfies ProviderAccess;
