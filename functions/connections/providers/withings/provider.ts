import { defineProvider } from '#functions/connections/provider/provider.ts';
import { getProviderOAuth } from '#functions/connections/provider/provider-oauth.ts';
import { subscribeWithings } from './subscribe.ts';
import { redeemWithingsCode, refreshWithingsTokens } from './tokens.ts';
import receiveWebhook from './webhook.ts';
import { listWithingsWorkouts } from './workouts.ts';

/** Withings (developer.withings.com). Webhooks are subscribed for each account. */
export default defineProvider({
  type: 'withings',
  oauth: getProviderOAuth('withings'),
  requiredScopes: [['user.activity']],
  limits: [{ requests: 120, seconds: 60, per: 'client' }],
  delivery: 'poll',
  exchangeCode: redeemWithingsCode,
  refreshTokens: refreshWithingsTokens,
  listWorkouts: listWithingsWorkouts,
  subscribe: subscribeWithings,
  receiveWebhook,
});
