import { defineProvider } from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { redeemPolarCode } from './tokens.ts';
import receiveWebhook from './webhook.ts';
import { fetchPolarWorkout, listPolarWorkouts } from './workouts.ts';

/** Polar AccessLink v3 (www.polar.com/accesslink-api). Its tokens do not expire. */
export default defineProvider({
  type: 'polar',
  oauth: getProviderOAuth('polar'),
  requiredScopes: [],
  // Both limits grow with the number of connected people.
  limits: [
    { requests: 500, seconds: 900, per: 'client' },
    { requests: 5000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  exchangeCode: redeemPolarCode,
  listWorkouts: listPolarWorkouts,
  fetchWorkout: fetchPolarWorkout,
  receiveWebhook,
});
