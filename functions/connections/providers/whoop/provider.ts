import { createOAuthRequest } from '#functions/connections/provider-definition/call.ts';
import { defineProvider } from '#functions/connections/provider-definition/define-provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import access from './access.ts';
import { whoopMeasurements } from './measurements.ts';
import receiveWebhook from './webhook.ts';
import { fetchWhoopWorkout, listWhoopWorkouts, requestWhoop } from './workouts.ts';

/** WHOOP v2 (developer.whoop.com). */
export default defineProvider({
  type: 'whoop',
  ...access,
  // A refresh token that was used before is an `invalid_request` now and then.
  requestTokens: createOAuthRequest(['invalid_grant', 'invalid_request']),
  account: {
    url: 'https://api.prod.whoop.com/developer/v2/user/profile/basic',
    request: requestWhoop,
    id: pickMember('user_id', RemoteId),
  },
  limits: [
    { requests: 100, seconds: 60, per: 'client' },
    { requests: 10_000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listWhoopWorkouts,
  fetchWorkout: fetchWhoopWorkout,
  measurements: whoopMeasurements,
  receiveWebhook,
});
