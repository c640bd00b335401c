import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import { revokeToken } from '#functions/connections/provider-definition/revocation.ts';

/** The authorization and revocation of access to accounts of Strava. */
export default {
  oauth: {
    authorize_url: 'https://www.strava.com/oauth/authorize',
    scopes: ['read', 'activity:read_all'],
    scope_separator: ',',
    token_url: 'https://www.strava.com/oauth/token',
    client_auth: 'body',
    // The person may have deselected scopes.
    granted_scopes: 'callback',
    refresh_token_kept: 'old',
  },
  requiredScopes: [['activity:read', 'activity:read_all']],
  revocation: revokeToken('https://www.strava.com/oauth/revoke', 'basic'),
} satisfies ProviderAccess;
