import * as z from 'zod/mini';
import type {
  AccountAccess,
  ProviderContext,
  ProviderResult,
} from '#functions/connections/provider/provider.ts';
import { requestWithings } from './envelope.ts';
import { notificationKinds } from './webhook.ts';

const notifyUrl = 'https://wbsapi.withings.net/notify';

/**
 * Subscribes to the workouts of an account, and to the end of our access to it. Withings checks
 * first that the address responds to HEAD. A repeated subscription changes nothing.
 */
export async function subscribeWithings(
  context: ProviderContext,
  account: AccountAccess,
  callbackUrl: string,
): Promise<ProviderResult<unknown>> {
  const workouts = await subscribeTo(notificationKinds.activity);
  // The subscription to the profile may fail: syncs also detect that our access has ended.
  if (workouts.ok) await subscribeTo(notificationKinds.profile);
  return workouts;

  function subscribeTo(appli: string): Promise<ProviderResult<unknown>> {
    const request = {
      method: 'POST',
      url: notifyUrl,
      authorization: `Bearer ${account.access_token}`,
      form: { action: 'subscribe', callbackurl: callbackUrl, appli },
    } as const;
    return requestWithings(context, request, z.unknown());
  }
}
