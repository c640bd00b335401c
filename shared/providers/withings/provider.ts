import { defineProvider } from '../../provider/provider.ts';
import { getProviderOAuth } from '../../reference-data/provider-oauth.ts';
import { redeemWithingsCode, refreshWithingsTokens } from './tokens.ts';
import { receiveWithingsWebhook } from './webhook.ts';
import { listWithingsWorkouts } from './workouts.ts';

/** Withings (developer.withings.com). It is polled: notifications need a subscription per account. */
export default defineProvider({
  type: 'withings',
  oauth: getProviderOAuth('withings'),
  requiredScopes: [['user.activity']],
  limits: [{ requests: 120, seconds: 60, per: 'client' }],
  delivery: 'poll',
  exchangeCode: redeemWithingsCode,
  refreshTokens: refreshWithingsTokens,
  listWorkouts: listWithingsWorkouts,
  webhook: { receive: receiveWithingsWebhook, setup: 'account' },
});
