import { dailyMails, toNetwork, toSite } from './attempt-windows.ts';
import * as attempts from './attempts.store.ts';
import type { AttemptContext } from './count-account-attempts.ts';

/** The address for which somebody asks for mail, and the device from which they do. */
export interface MailAttempt {
  /** The normalized email, even if no account has it. */
  account: string;
  /** Whether the account trusts the device. */
  isOnTrustedDevice: boolean;
}

/**
 * Counts a mail that somebody asks for among those that the address can get in a day. On a device
 * that the account does not trust, it also counts against the network, and then among the mails of
 * the day to the address from the site. Returns the seconds to wait, or 0 if the mail may be sent.
 */
export async function countMailAttempts(
  context: AttemptContext,
  { account, isOnTrustedDevice }: MailAttempt,
): Promise<number> {
  const { table, now } = context;
  const all = ['mail', account];
  if (isOnTrustedDevice)
    return attempts.consumeOfDay(table, all, dailyMails.onTrustedDevice, now);

  const retryAfter = await consumeNetworkLimits(context, account);
  if (retryAfter > 0) return retryAfter;
  return attempts.consumeOfDay(table, all, dailyMails.onOtherDevice, now);
}

/** Consumes the limit of the network, and then that of the address from the site. */
async function consumeNetworkLimits(
  { table, now, sourceAddress }: AttemptContext,
  account: string,
): Promise<number> {
  const networkKey = {
    limit: 'mail_network',
    parts: [toNetwork(sourceAddress)],
  } as const;
  const retryAfter = await attempts.consume(table, networkKey, now);
  if (retryAfter > 0) return retryAfter;
  const fromSite = ['mail', account, toSite(sourceAddress)];
  return attempts.consumeOfDay(table, fromSite, dailyMails.fromSite, now);
}
