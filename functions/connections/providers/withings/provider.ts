import * as z from 'zod/mini';
import { defineProvider } from '#functions/connections/provider-definition/define-provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import access from './access.ts';
import { requestWithings, requestWithingsTokens } from './request.ts';
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
  /**
   * Subscribes to the workouts of an account, and to the end of our access to it. Withings checks
   * first that the address responds to HEAD. A repeated subscription changes nothing.
   */
  async subscribe(context, { access_token }, callbackurl) {
    const subscribeTo = (appli: string) => {
      const request = {
        method: 'POST',
        url: 'https://wbsapi.withings.net/notify',
        authorization: `Bearer ${access_token}`,
        form: { action: 'subscribe', callbackurl, appli },
      } as const;
      return requestWithings(context, request, z.unknown());
    };
    const workouts = await subscribeTo(notificationKinds.activity);
    // The subscription to the profile may fail: syncs also detect that our access has ended.
    if (workouts.ok) await subscribeTo(notificationKinds.profile);
    return workouts;
  },
  receiveWebhook,
});
