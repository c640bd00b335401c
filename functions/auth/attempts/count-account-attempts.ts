import type { Table } from '#shared/table/table.ts';
import { toNetwork, toSite } from './attempt-windows.ts';
import type { AttemptKey } from './attempts.store.ts';
import * as attempts from './attempts.store.ts';

/** The request that contains an attempt. */
export interface AttemptContext {
  table: Table<'update'>;
  now: Date;
  sourceAddress: string;
}

/** The account that an attempt is for, and the device from which it comes. */
export interface AccountAttempt {
  /** The normalized email, even if no account has it. */
  account: string;
  /** The secret of the device, if the account trusts it. */
  trustedDevice: string | undefined;
}

/** The result of an attempt. */
interface LimitDecision {
  /** The seconds to wait, or 0 if the attempt is allowed. */
  retryAfter: number;
  /** The limits against which the attempt counts. */
  consumed: readonly AttemptKey[];
}

/**
 * Consumes the limits of an attempt to enter the password of an account: that of the account on the
 * trusted device or, on any other device, of the account from the network. An attempt on another
 * device also consumes the limits of the whole account and network, but only if the limit of the
 * account from the network allows it. So one attacker cannot use up the account's limit. A network
 * is an IPv4 address or an IPv6 /64, and a site is an IPv4 address or an IPv6 /48.
 */
export async function countAccountAttempts(
  context: AttemptContext,
  attempt: AccountAttempt,
): Promise<LimitDecision> {
  const { table, now, sourceAddress } = context;
  const { account, trustedDevice } = attempt;
  const ownKey: AttemptKey =
    trustedDevice === undefined
      ? { limit: 'account_at_network', parts: [account, toNetwork(sourceAddress)] }
      : { limit: 'account_on_trusted_device', parts: [account, trustedDevice] };

  const retryAfter = await attempts.consume(table, ownKey, now);
  const isDecided = trustedDevice !== undefined || retryAfter > 0;
  if (isDecided) return { retryAfter, consumed: [ownKey] };

  const sharedDecision = await consumeSharedLimits(context, account);
  return { ...sharedDecision, consumed: [ownKey, ...sharedDecision.consumed] };
}

/**
 * Consumes the limits of the whole account and network. Once the account's limit is exceeded, a
 * separate limit applies to each site, so the user can still sign in from their own site.
 */
async function consumeSharedLimits(
  { table, now, sourceAddress }: AttemptContext,
  account: string,
): Promise<LimitDecision> {
  const accountKey: AttemptKey = { limit: 'account', parts: [account] };
  const networkKey: AttemptKey = {
    limit: 'network',
    parts: [toNetwork(sourceAddress)],
  };
  const [accountRetryAfter, networkRetryAfter] = await Promise.all([
    attempts.consume(table, accountKey, now),
    attempts.consume(table, networkKey, now),
  ]);
  const consumed = [accountKey, networkKey];
  if (networkRetryAfter > 0) return { retryAfter: networkRetryAfter, consumed };
  if (accountRetryAfter === 0) return { retryAfter: 0, consumed };

  const siteKey: AttemptKey = {
    limit: 'account_at_site',
    parts: [account, toSite(sourceAddress)],
  };
  const retryAfter = await attempts.consume(table, siteKey, now);
  return { retryAfter, consumed: [...consumed, siteKey] };
}
