import { defineProvider } from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { redeemStravaCode, refreshStravaTokens } from './tokens.ts';
import receiveWebhook from './webhook.ts';
import { fetchStravaWorkout, listStravaWorkouts } from './workouts.ts';

/** Strava (developers.strava.com/docs). */
export default defineProvider({
  type: 'strava',
  oauth: getProviderOAuth('strava'),
  requiredScopes: [['activity:read', 'activity:read_all']],
  limits: [
    { requests: 200, seconds: 900, per: 'client' },
    { requests: 2000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  exchangeCode: redeemStravaCode,
  refreshTokens: refreshStravaTokens,
  listWorkouts: listStravaWorkouts,
  fetchWorkout: fetchStravaWorkout,
  receiveWebhook,
});
