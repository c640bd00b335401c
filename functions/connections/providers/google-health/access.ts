import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import { revokeToken } from '#functions/connections/provider-definition/revocation.ts';

const scope =
  'https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly';

/** The authorization and revocation of access to accounts of Google Health. */
export default {
  oauth: {
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    authorize_parameters: { access_type: 'offline', prompt: 'consent' },
    scopes: [scope],
    scope_separator: ' ',
    pkce: true,
    token_url: 'https://oauth2.googleapis.com/token',
    client_auth: 'body',
    granted_scopes: 'token_response',
    refresh_token_kept: 'old',
  },
  requiredScopes: [[scope]],
  revocation: revokeToken('https://oauth2.googleapis.com/revoke', 'none'),
} satisfies ProviderAccess;
