import { maxRetryAfter } from '#functions/connections/provider-definition/call.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  above,
  atMostOrAbsent,
  exists,
  isNew,
  unchangedSince,
} from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import {
  addToWindows,
  type BudgetedRequests,
  findReached,
  getWindowEnd,
  ignoreIfAhead,
  type LimitCounts,
  listLimits,
  outageSeconds,
  type ProviderBudget,
  type ReachedLimits,
  toAllowedCondition,
} from './budget.ts';

/** The outcome of requests that were to be counted. */
export interface TakenRequests {
  /** The limits that do not allow all of them. Absent if they are counted. */
  full?: ReachedLimits;
  /** Whether the last requests of our client got no response. */
  hasFailures: boolean;
}

type LimitTable = Table<'update'>;

/** Maximum attempts to write counts, which fail if other syncs change them at the same time. */
const maxAttempts = 50;

/**
 * Counts requests towards the rate limits of a provider, for our client and for the account. All
 * processes of the installation share the counts. Windows begin at multiples of their length, as at
 * most providers (decision 0046).
 */
export async function take(
  table: LimitTable,
  request: BudgetedRequests,
): Promise<TakenRequests> {
  let hasFailures = false;
  for (const limits of listLimits(request)) {
    const taken = await takeFrom(table, limits, request);
    if (taken.full) return taken;
    hasFailures ||= taken.hasFailures;
  }
  return { hasFailures };
}

/** Counts requests towards limits of one item if they allow them. */
async function takeFrom(
  table: LimitTable,
  limits: ProviderBudget,
  request: BudgetedRequests,
): Promise<TakenRequests> {
  const { key, windows, ttl } = limits;
  const { count } = request;
  // No window of this length can ever allow so many requests.
  const tooSmall = windows.find(({ max }) => max < count);
  if (tooSmall) {
    return { full: { limits, freeAt: getWindowEnd(tooSmall) }, hasFailures: false };
  }

  const used = windows.map(({ seconds }) => [`used_${seconds}`, count]);
  const indexes = windows.map(({ seconds, index }) => [`window_${seconds}`, index]);
  const change = {
    increment: Object.fromEntries(used),
    setIfAbsent: { ...Object.fromEntries(indexes), ttl },
  };
  const condition = toAllowedCondition(limits, request);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const counted = await table.update<LimitCounts>(key, change, condition);
    const { failed = 0 } = (counted.done ? counted.item : counted.existing) ?? {};
    const hasFailures = failed > 0;
    if (counted.done) return { hasFailures };

    const known = ignoreIfAhead(limits, counted.existing);
    const full = findReached(limits, request, known);
    if (full) return { full, hasFailures };
    if (await beginWindows(table, limits, count, counted.existing))
      return { hasFailures };
  }
  throw new Error(
    'The counts of a provider changed during every attempt to add to them.',
  );
}

/** The members about requests that got no response. */
const outage = ['failed', 'down_until', 'down_seconds'];

/**
 * Counts requests when a window has ended and the next one begins. Returns false if another process
 * has changed the counts.
 */
async function beginWindows(
  table: LimitTable,
  limits: ProviderBudget,
  count: number,
  counts: LimitCounts | undefined,
): Promise<boolean> {
  const { key, ttl } = limits;
  const known = ignoreIfAhead(limits, counts);
  const set = { ...addToWindows(limits, count, known), ttl };
  const remove = counts && !known ? ['blocked_until', 'queue_until', ...outage] : [];
  const condition = counts ? unchangedSince(counts) : isNew;
  const { done } = await table.update(key, { set, remove }, condition);
  return done;
}

/**
 * Returns when it is the turn of a sync that waits for a limit, in epoch seconds. `needed` is how
 * many requests it is going to make. Syncs take turns in the order in which they came, as fast as
 * the provider accepts their requests.
 */
export async function joinQueue(
  table: LimitTable,
  { limits: { key, windows, ttl }, freeAt }: ReachedLimits,
  needed: number,
): Promise<number> {
  const [{ seconds, max }] = windows;
  // The time in which the provider accepts so many requests.
  const duration = (needed * seconds) / max;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // Behind the last waiting sync, if there is one.
    const queued = await table.update<Required<Pick<LimitCounts, 'queue_until'>>>(
      key,
      { increment: { queue_until: duration } },
      { queue_until: above(freeAt) },
    );
    if (queued.done) return Math.ceil(queued.item.queue_until - duration);

    const change = { set: { queue_until: freeAt + duration, ttl } };
    const isEmpty = { queue_until: atMostOrAbsent(freeAt) };
    const queuedFirst = await table.update(key, change, isEmpty);
    if (queuedFirst.done) return freeAt;
  }
  throw new Error('The queue of a provider changed during every attempt to join it.');
}

/** Returns when the shortest window ends, in epoch seconds: never, if there is no limit. */
export function findWindowEnd(request: BudgetedRequests): number {
  const ends = listLimits(request).map(({ windows: [first] }) => getWindowEnd(first));
  return Math.min(...ends);
}

/**
 * Allows no requests for `retryAfter` seconds, at most a day, because the provider has rejected a
 * request. Defaults to the rest of the shortest window. Returns the limits, or undefined if the
 * provider has no limits.
 */
export async function exhaust(
  table: LimitTable,
  request: BudgetedRequests,
  retryAfter?: number,
): Promise<ReachedLimits | undefined> {
  const [limits] = listLimits(request);
  if (!limits) return undefined;

  const seconds = Math.min(retryAfter ?? 0, maxRetryAfter);
  const retryAt = toEpochSeconds(request.now) + seconds;
  const freeAt = retryAfter === undefined ? getWindowEnd(limits.windows[0]) : retryAt;
  await blockUntil(table, limits, freeAt);

  // Another item counts the requests of the next day.
  if (freeAt > limits.ttl) {
    const [nextDay = limits] = listLimits({ ...request, now: new Date(freeAt * 1000) });
    await blockUntil(table, nextDay, freeAt);
  }
  return { limits, freeAt };
}

async function blockUntil(
  table: LimitTable,
  { key, ttl }: ProviderBudget,
  freeAt: number,
): Promise<void> {
  const change = { set: { blocked_until: freeAt, ttl } };
  await table.update(key, change, { blocked_until: atMostOrAbsent(freeAt) });
}

/** The requests in a row without a response after which a provider seems to be down. */
const maxFailures = 20;

/**
 * Counts a request that got no response, or forgets those before one that got a response. After so
 * many in a row, no requests are made for some time: each would keep a function until its deadline,
 * and the syncs of other providers would wait. Then the next one finds out whether the provider
 * responds again.
 */
export async function countResponse(
  table: LimitTable,
  request: BudgetedRequests,
  { isFailed }: { isFailed: boolean },
): Promise<void> {
  const limits = listLimits(request).find(({ per }) => per === 'client');
  if (!limits) return;
  const { key, ttl } = limits;
  if (!isFailed) {
    await table.update(key, { remove: outage }, exists);
    return;
  }
  const counting = { increment: { failed: 1 }, setIfAbsent: { ttl } };
  const counted = await table.update<LimitCounts>(key, counting, {});
  const { failed = 0, down_seconds: last = 0 } = counted.done ? counted.item : {};
  if (failed < maxFailures) return;
  const now = toEpochSeconds(request.now);
  const { min, max } = outageSeconds;
  const down_seconds = Math.min(Math.max(2 * last, min), max);
  const change = { set: { down_seconds, down_until: now + down_seconds } };
  await table.update(key, change, { down_until: atMostOrAbsent(now) });
}
