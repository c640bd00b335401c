import { defineProvider } from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { redeemGoogleCode, refreshGoogleTokens } from './tokens.ts';
import receiveWebhook from './webhook.ts';
import { listGoogleWorkouts } from './workouts.ts';

/** Google Health API v4 (developers.google.com/health), the successor of the Fitbit Web API. */
export default defineProvider({
  type: 'google_health',
  oauth: getProviderOAuth('google_health'),
  requiredScopes: [
    ['https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly'],
  ],
  limits: [
    { requests: 300, seconds: 60, per: 'account' },
    { requests: 120_000, seconds: 60, per: 'client' },
  ],
  delivery: 'push',
  exchangeCode: redeemGoogleCode,
  refreshTokens: refreshGoogleTokens,
  listWorkouts: listGoogleWorkouts,
  receiveWebhook,
});
