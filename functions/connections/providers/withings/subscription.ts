import * as z from 'zod/mini';
import type { ProviderDefinition } from '#functions/connections/provider-definition/provider.ts';
import { requestWithings } from './request.ts';

/**
 * Returns the function that subscribes to notifications of a kind about an account. Withings checks
 * first that the address responds to HEAD. A repeated subscription changes nothing.
 */
export function subscribeTo(appli: string): NonNullable<ProviderDefinition['subscribe']> {
  return (context, { access_token }, callbackurl) => {
    const request = {
      method: 'POST',
      url: 'https://wbsapi.withings.net/notify',
      authorization: `Bearer ${access_token}`,
      form: { action: 'subscribe', callbackurl, appli },
    } as const;
    return requestWithings(context, request, z.unknown());
  };
}
