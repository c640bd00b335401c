import { defineProvider } from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { redeemWhoopCode, refreshWhoopTokens } from './tokens.ts';
import receiveWebhook from './webhook.ts';
import { fetchWhoopWorkout, listWhoopWorkouts } from './workouts.ts';

/** WHOOP v2 (developer.whoop.com). */
export default defineProvider({
  type: 'whoop',
  oauth: getProviderOAuth('whoop'),
  requiredScopes: [['offline'], ['read:workout'], ['read:profile']],
  limits: [
    { requests: 100, seconds: 60, per: 'client' },
    { requests: 10_000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  exchangeCode: redeemWhoopCode,
  refreshTokens: refreshWhoopTokens,
  listWorkouts: listWhoopWorkouts,
  fetchWorkout: fetchWhoopWorkout,
  receiveWebhook,
});
