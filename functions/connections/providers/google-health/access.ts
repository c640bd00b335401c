import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import { revokeToken } from '#functions/connections/provider-definition/revocation.ts';

const toScope = (name: string) =>
  `https://www.googleapis.com/auth/googlehealth.${name}.readonly`;

/** The scopes of workouts and steps, of sleep, and of weight and other values of the body. */
export const googleScopes = {
  activity: toScope('activity_and_fitness'),
  sleep: toScope('sleep'),
  metrics: toScope('health_metrics_and_measurements'),
};

/** The authorization and revocation of access to accounts of Google Health. */
export default {
  oauth: {
    authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    authorize_parameters: { access_type: 'offline', prompt: 'consent' },
    // Google verifies a client for each further scope, so the operator adds those.
    scopes: [googleScopes.activity],
    scope_separator: ' ',
    pkce: true,
    token_url: 'https://oauth2.googleapis.com/token',
    client_auth: 'body',
    granted_scopes: 'token_response',
    refresh_token_kept: 'old',
  },
  requiredScopes: [[googleScopes.activity]],
  measurementScopes: Object.values(googleScopes),
  revocation: revokeToken('https://oauth2.googleapis.com/revoke', 'none'),
} satisfies ProviderAccess;
