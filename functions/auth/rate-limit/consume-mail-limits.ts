import type { AccountAttempt, AttemptContext } from './consume-account-limits.ts';
import { dailyMails, toNetwork } from './limits.ts';
import type { RateLimitKey } from './rate-limit.store.ts';
import * as rateLimits from './rate-limit.store.ts';

/**
 * Consumes the limits of mail that somebody asks for, and then one of the mails that the address
 * can get in a day. Returns the seconds to wait, or 0 if the mail may be sent. A network is an IPv4
 * address or an IPv6 /64.
 */
export async function consumeMailLimits(
  { table, now, sourceAddress }: AttemptContext,
  { account, trustedDevice }: AccountAttempt,
): Promise<number> {
  const network = toNetwork(sourceAddress);
  const isTrusted = trustedDevice !== undefined;
  const keys: RateLimitKey[] = isTrusted
    ? [{ limit: 'mail_on_trusted_device', parts: [account, trustedDevice] }]
    : [
        { limit: 'mail_at_network', parts: [account, network] },
        { limit: 'mail_network', parts: [network] },
      ];
  for (const key of keys) {
    const retryAfter = await rateLimits.consume(table, key, now);
    if (retryAfter > 0) return retryAfter;
  }
  const limit = isTrusted ? dailyMails.onTrustedDevice : dailyMails.onOtherDevice;
  return rateLimits.consumeOfDay(table, ['mail', account], limit, now);
}
