import { maxRetryAfter } from '#functions/connections/provider/call.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { above, atMostOrAbsent, isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import {
  addToWindows,
  type Budget,
  type BudgetCounts,
  type BudgetRequest,
  checkBudget,
  getWindowEnd,
  listBudgets,
  toAllowedCondition,
} from './provider-budget.ts';

/** A budget that does not allow the requests of a sync now. */
export interface FullBudget {
  budget: Budget;
  /** Epoch seconds from which the limits allow the requests: now, if only other syncs wait. */
  freeAt: number;
}

type BudgetTable = Table<'update'>;

/** Maximum attempts to write counts, which fail if other syncs change them at the same time. */
const maxAttempts = 50;

/**
 * Counts requests towards the rate limits of a provider, for our client and for the account. All
 * processes of the installation share the counts. Returns the budget that does not allow all of
 * them, or undefined. Windows begin at multiples of their length, as at most providers (decision
 * 0046).
 */
export async function take(
  table: BudgetTable,
  request: BudgetRequest,
): Promise<FullBudget | undefined> {
  for (const budget of listBudgets(request)) {
    const full = await takeFrom(table, budget, request);
    if (full) return full;
  }
  return undefined;
}

/**
 * Counts requests towards one budget if it allows them, and returns undefined. Otherwise returns
 * the budget.
 */
async function takeFrom(
  table: BudgetTable,
  budget: Budget,
  request: BudgetRequest,
): Promise<FullBudget | undefined> {
  const { key, windows, ttl } = budget;
  const { count } = request;
  // No window of this length can ever allow so many requests.
  const tooSmall = windows.find(({ max }) => max < count);
  if (tooSmall) return { budget, freeAt: getWindowEnd(tooSmall) };

  const used = windows.map(({ seconds }) => [`used_${seconds}`, count]);
  const indexes = windows.map(({ seconds, index }) => [`window_${seconds}`, index]);
  const change = {
    increment: Object.fromEntries(used),
    setIfAbsent: { ...Object.fromEntries(indexes), ttl },
  };
  const condition = toAllowedCondition(budget, request);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const counted = await table.update<BudgetCounts>(key, change, condition);
    if (counted.done) return undefined;

    const { isAllowed, freeAt } = checkBudget(budget, request, counted.existing);
    if (!isAllowed) return { budget, freeAt };
    if (await beginWindows(table, budget, count, counted.existing)) return undefined;
  }
  throw new Error(
    'The counts of a provider changed during every attempt to add to them.',
  );
}

/**
 * Counts requests when a window has ended and the next one begins. Returns false if another process
 * has changed the counts.
 */
async function beginWindows(
  table: BudgetTable,
  budget: Budget,
  count: number,
  counts: BudgetCounts | undefined,
): Promise<boolean> {
  const { key, ttl } = budget;
  const set = { ...addToWindows(budget, count, counts), ttl };
  const condition = counts ? unchangedSince(counts) : isNew;
  const { done } = await table.update(key, { set }, condition);
  return done;
}

/**
 * Returns when it is the turn of a sync that waits for a budget, in epoch seconds. `needed` is how
 * many requests it is going to make. Syncs take turns in the order in which they came, as fast as
 * the provider accepts their requests.
 */
export async function joinQueue(
  table: BudgetTable,
  { budget: { key, windows, ttl }, freeAt }: FullBudget,
  needed: number,
): Promise<number> {
  const [{ seconds, max }] = windows;
  // The time in which the provider accepts so many requests.
  const duration = (needed * seconds) / max;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // Behind the last waiting sync, if there is one.
    const queued = await table.update<Required<Pick<BudgetCounts, 'queue_until'>>>(
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

/** Returns when the shortest window ends, in epoch seconds, or undefined without a limit. */
export function findWindowEnd(request: BudgetRequest): number | undefined {
  const ends = listBudgets(request).map(({ windows: [first] }) => getWindowEnd(first));
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

/**
 * Allows no requests for `retryAfter` seconds, at most a day, because the provider has rejected a
 * request. Defaults to the rest of the shortest window. Returns the budget, or undefined if the
 * provider has no limits.
 */
export async function exhaust(
  table: BudgetTable,
  request: BudgetRequest,
  retryAfter?: number,
): Promise<FullBudget | undefined> {
  const [budget] = listBudgets(request);
  if (!budget) return undefined;

  const seconds = Math.min(retryAfter ?? 0, maxRetryAfter);
  const retryAt = toEpochSeconds(request.now) + seconds;
  const freeAt = retryAfter === undefined ? getWindowEnd(budget.windows[0]) : retryAt;
  await blockUntil(table, budget, freeAt);

  // Another item counts the requests of the next day.
  if (freeAt > budget.ttl) {
    const [nextDay = budget] = listBudgets({ ...request, now: new Date(freeAt * 1000) });
    await blockUntil(table, nextDay, freeAt);
  }
  return { budget, freeAt };
}

async function blockUntil(
  table: BudgetTable,
  { key, ttl }: Budget,
  freeAt: number,
): Promise<void> {
  const change = { set: { blocked_until: freeAt, ttl } };
  await table.update(key, change, { blocked_until: atMostOrAbsent(freeAt) });
}
