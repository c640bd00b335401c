import type {
  Provider,
  ProviderLimit,
} from '#functions/connections/provider-definition/provider.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import {
  atLeastOrAbsent,
  atMostOrAbsent,
  type Condition,
} from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import { providerClientKeys } from './client.keys.ts';

/** The current window of one limit. */
interface LimitWindow {
  max: number;
  /** The length of the window. */
  seconds: number;
  /** The number of windows since 1970. */
  index: number;
}

/** The limits of our client or of an account at a provider. One item counts one day of requests. */
export interface ProviderBudget {
  key: Key;
  per: ProviderLimit['per'];
  /** The shortest first. */
  windows: readonly [LimitWindow, ...LimitWindow[]];
  /** Epoch seconds of the end of the day. */
  ttl: number;
}

/**
 * The stored counts of limits. For each length of a window in seconds, `window_<seconds>` is the
 * index of the last window, and `used_<seconds>` the number of its requests.
 */
export type LimitCounts = Readonly<
  Record<`window_${number}` | `used_${number}`, number>
> & {
  /** Epoch seconds until which the provider accepts no requests. */
  blocked_until?: number;
  /** Epoch seconds at which the last of the waiting syncs has made its requests. */
  queue_until?: number;
  /** The requests of our client in a row that got no response. */
  failed?: number;
  /** Epoch seconds until which no requests are made, because so many got no response. */
  down_until?: number;
  /** The seconds of this time. */
  down_seconds?: number;
};

/**
 * Seconds for which no requests are made to a provider that is down. They double, up to 3 hours.
 */
export const outageSeconds = { min: 300, max: 10_800 } as const;

/** The time in which no requests are made to a provider, because the last got no response. */
export interface ProviderOutage {
  /** Epoch seconds. */
  until: number;
  seconds: number;
}

/** The requests that a sync wants to make. */
export interface BudgetedRequests {
  provider: Provider;
  /** The provider's id of the account. */
  remote_id: string;
  count: number;
  /** Whether the sync has waited for its turn, or has made requests. Other syncs queue up. */
  hasTurn: boolean;
  now: Date;
}

/** Lists the limits of a provider by item. Those with the shortest window are the first. */
export function listLimits({
  provider,
  remote_id,
  now,
}: BudgetedRequests): ProviderBudget[] {
  const { type, limits } = provider;
  const nowInSeconds = toEpochSeconds(now);
  const day = Math.floor(nowInSeconds / daySeconds);
  const sorted = limits.toSorted((one, other) => one.seconds - other.seconds);
  const limitsByOwner = Map.groupBy(sorted, ({ per }) => per);
  return [...limitsByOwner].flatMap(([per, ownLimits]) => {
    const owner = per === 'client' ? 'client' : toDigest(remote_id);
    const key = providerClientKeys.providerBudgets(`${type} ${owner} ${day}`);
    const [first, ...others] = ownLimits.map((limit) => toWindow(limit, nowInSeconds));
    const ttl = (day + 1) * daySeconds;
    return first ? [{ key, per, windows: [first, ...others], ttl }] : [];
  });
}

/**
 * Returns the connections that can be synchronized once in so many minutes with one request each,
 * within the limits of our client.
 */
export function countWithinLimits(
  limits: readonly ProviderLimit[],
  minutes: number,
): number {
  const ofClient = limits.filter(({ per }) => per === 'client');
  const counts = ofClient.map(
    ({ requests, seconds }) => (requests * minutes * 60) / seconds,
  );
  return Math.floor(Math.min(...counts));
}

function toWindow({ requests, seconds }: ProviderLimit, now: number): LimitWindow {
  return { max: requests, seconds, index: Math.floor(now / seconds) };
}

/** Returns when a window ends, in epoch seconds. */
export function getWindowEnd({ index, seconds }: LimitWindow): number {
  return (index + 1) * seconds;
}

/** Returns the condition that no stored window has ended, and that the requests are allowed. */
export function toAllowedCondition(
  { windows }: ProviderBudget,
  { count, hasTurn, now }: BudgetedRequests,
): Condition {
  const terms = windows.flatMap(({ seconds, index, max }) => [
    // Another process, whose clock is ahead, may have begun the next window.
    [`window_${seconds}`, atLeastOrAbsent(index)],
    [`used_${seconds}`, atMostOrAbsent(max - count)],
  ]);
  const hasPassed = atMostOrAbsent(toEpochSeconds(now));
  const free = {
    ...Object.fromEntries(terms),
    blocked_until: hasPassed,
    down_until: hasPassed,
  };
  return hasTurn ? free : { ...free, queue_until: hasPassed };
}

/** Limits that do not allow the requests of a sync now. */
export interface ReachedLimits {
  limits: ProviderBudget;
  /**
   * Epoch seconds from which the limits allow the requests. If that is now, only other syncs wait,
   * and the sync must join their queue.
   */
  freeAt: number;
  /** Absent unless the provider seems to be down. */
  outage?: ProviderOutage | undefined;
}

/**
 * Returns the limits with the time from which they allow requests, or undefined if they do so now.
 * The stored windows may be over; the requests then begin new ones.
 */
export function findReached(
  limits: ProviderBudget,
  { count, hasTurn, now }: BudgetedRequests,
  counts: LimitCounts | undefined,
): ReachedLimits | undefined {
  const { windows } = limits;
  const nowInSeconds = toEpochSeconds(now);
  const full = windows.filter((window) => countUsed(window, counts) + count > window.max);
  const { blocked_until = 0, queue_until = 0, down_until = 0 } = counts ?? {};
  const freeAt = Math.max(nowInSeconds, blocked_until, ...full.map(getWindowEnd));

  const mustQueue = !hasTurn && queue_until > nowInSeconds;
  const seconds = counts?.down_seconds ?? 0;
  const outage = down_until > nowInSeconds ? { until: down_until, seconds } : undefined;
  const isAllowed = freeAt === nowInSeconds && !mustQueue && !outage;
  return isAllowed ? undefined : { limits, freeAt, outage };
}

/**
 * Returns the counts, or undefined if the clock that has begun the windows was ahead, and is no
 * longer. The next window is not: the clocks of two processes can differ.
 */
export function ignoreIfAhead(
  { windows: [shortest] }: ProviderBudget,
  counts: LimitCounts | undefined,
): LimitCounts | undefined {
  const last = counts?.[`window_${shortest.seconds}`] ?? 0;
  return last > shortest.index + 1 ? undefined : counts;
}

/** Returns the counts with new requests added. A window that has ended no longer counts. */
export function addToWindows(
  { windows }: ProviderBudget,
  count: number,
  counts: LimitCounts | undefined,
): Record<string, number> {
  const added = windows.flatMap((window) => {
    const { seconds, index } = window;
    const last = counts?.[`window_${seconds}`] ?? index;
    return [
      [`window_${seconds}`, Math.max(index, last)],
      [`used_${seconds}`, countUsed(window, counts) + count],
    ];
  });
  return Object.fromEntries(added);
}

/** Returns the requests in a window. Those of an earlier window do not count. */
function countUsed(
  { seconds, index }: LimitWindow,
  counts: LimitCounts | undefined,
): number {
  const lastIndex = counts?.[`window_${seconds}`] ?? index;
  return lastIndex >= index ? (counts?.[`used_${seconds}`] ?? 0) : 0;
}
