import { defineProvider } from '#functions/connections/provider-definition/define-provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import access from './access.ts';
import { withingsMeasurements } from './measurements.ts';
import { requestWithingsTokens } from './request.ts';
import { subscribeTo } from './subscription.ts';
import receiveWebhook, { notificationKinds } from './webhook.ts';
import { listWithingsWorkouts } from './workouts.ts';

/** Withings (developer.withings.com). Webhooks are subscribed for each account. */
export default defineProvider({
  type: 'withings',
  ...access,
  requestTokens: requestWithingsTokens,
  // `userid` is a number in the documentation and a string in practice.
  account: { id: pickMember('userid', RemoteId) },
  limits: [{ requests: 120, seconds: 60, per: 'client' }],
  delivery: 'poll',
  listWorkouts: listWithingsWorkouts,
  measurements: withingsMeasurements,
  /** Subscribes to the workouts of an account, and to the end of our access to it. */
  async subscribe(...subscription) {
    const workouts = await subscribeTo(notificationKinds.activity)(...subscription);
    // The subscription to the profile may fail: syncs also detect that our access has ended.
    if (workouts.ok) await subscribeTo(notificationKinds.profile)(...subscription);
    return workouts;
  },
  receiveWebhook,
});
