import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import {
  endAccess,
  withBearer,
} from '#functions/connections/provider-definition/revocation.ts';

const apiUrl = 'https://api.prod.whoop.com';
const tokenEndpoint = {
  token_url: `${apiUrl}/oauth/oauth2/token`,
  client_auth: 'body',
} as const;

/** The authorization and revocation of access to accounts of WHOOP. */
export default {
  oauth: {
    ...tokenEndpoint,
    authorize_url: `${apiUrl}/oauth/oauth2/auth`,
    // A client may request only the scopes that are ticked in the dashboard of WHOOP, so the
    // operator adds those of values of the body.
    scopes: ['offline', 'read:workout', 'read:profile'],
    scope_separator: ' ',
    refresh_parameters: { scope: 'offline' },
    granted_scopes: 'token_response',
    // Both old tokens become invalid at once.
    refresh_token_kept: 'none',
  },
  measurementScopes: ['read:sleep', 'read:recovery'],
  requiredScopes: [['offline'], ['read:workout'], ['read:profile']],
  revocation: endAccess(
    tokenEndpoint,
    withBearer('DELETE', `${apiUrl}/developer/v2/user/access`),
  ),
} satisfies ProviderAccess;
