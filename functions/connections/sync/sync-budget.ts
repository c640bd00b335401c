import type { FullBudget } from '#functions/connections/client/provider-budget.store.ts';
import * as budgets from '#functions/connections/client/provider-budget.store.ts';
import { failure } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { SyncSession } from './sync-session.ts';

/**
 * The most requests that are counted at once. Counted requests that are not made before the window
 * ends are wasted: no sync can make them.
 */
const maxReserved = 20;

function toBudgetRequest(session: SyncSession, now: Date, count = 1) {
  const { provider, connection, hasTurn } = session;
  return { provider, remote_id: connection.remote_id, count, hasTurn, now };
}

/** Counts a request. Returns the provider's budget that does not allow it, or undefined. */
export async function takeBudget(session: SyncSession): Promise<FullBudget | undefined> {
  const { table, reserved, getNow } = session;
  const now = getNow();
  if (reserved.count > 0 && toEpochSeconds(now) < reserved.until) {
    reserved.count -= 1;
    return undefined;
  }
  const full = await budgets.take(table, toBudgetRequest(session, now));
  if (!full) session.hasTurn = true;
  return full;
}

/**
 * Marks the budget as used up for some time, because the provider has rejected a request.
 * Returns the budget, or undefined if the provider has no limits.
 */
export function exhaustBudget(
  session: SyncSession,
  retryAfter: number | undefined,
): Promise<FullBudget | undefined> {
  const { table, getNow } = session;
  return budgets.exhaust(table, toBudgetRequest(session, getNow()), retryAfter);
}

/** Returns a failure that lasts until the turn of the sync. A sync that waits keeps its turn. */
export async function failUntilTurn(session: SyncSession, full: FullBudget) {
  const { table, connection, expectedCalls, getNow } = session;
  const now = toEpochSeconds(getNow());
  const { sync_turn = 0 } = connection;
  const isWaiting = sync_turn > now;
  const turn = isWaiting
    ? sync_turn
    : await budgets.joinQueue(table, full, expectedCalls);
  session.turn = turn;
  return failure({ kind: 'rate_limited', retry_after: turn - now } as const);
}

/**
 * Counts several requests at once, because each count takes a store call or two. Does nothing if
 * the limits do not allow all of them; then each request is counted when it is made.
 */
export async function reserveCalls(session: SyncSession, calls: number): Promise<void> {
  const { table, reserved, getNow } = session;
  session.expectedCalls = calls;
  const count = Math.min(calls, maxReserved);
  if (count < 2 || reserved.count > 0) return;

  const request = toBudgetRequest(session, getNow(), count);
  const until = budgets.findWindowEnd(request);
  if (until === undefined) return;

  const full = await budgets.take(table, request);
  if (!full) session.reserved = { count, until };
}
