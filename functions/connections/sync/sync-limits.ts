import type { ReachedLimits } from '#functions/connections/client/provider-limits.store.ts';
import * as providerLimits from '#functions/connections/client/provider-limits.store.ts';
import { getOffset } from '#functions/connections/connection/sync-state.ts';
import type { ProviderResult } from '#functions/connections/provider/call.ts';
import { failure } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { SyncSession } from './sync-session.ts';

/**
 * The most requests that are counted at once. Counted requests that are not made before the window
 * ends are wasted: no sync can make them.
 */
const maxReserved = 20;

function toLimitedRequests(session: SyncSession, now: Date, count = 1) {
  const { provider, connection, hasTurn } = session;
  return { provider, remote_id: connection.remote_id, count, hasTurn, now };
}

/** Counts a request. Returns the provider's limits that do not allow it, or undefined. */
export async function countRequest(
  session: SyncSession,
): Promise<ReachedLimits | undefined> {
  const { table, reserved, getNow } = session;
  const now = getNow();
  if (reserved.count > 0 && toEpochSeconds(now) < reserved.until) {
    reserved.count -= 1;
    return undefined;
  }
  const { full, hasFailures } = await providerLimits.take(
    table,
    toLimitedRequests(session, now),
  );
  session.hasFailures = hasFailures;
  if (!full) session.hasTurn = true;
  return full;
}

/**
 * Counts a request that got no response, which tells other syncs of an outage. A response ends the
 * outage.
 */
export async function noteResponse(
  session: SyncSession,
  result: ProviderResult<unknown>,
): Promise<void> {
  const { table, getNow, hasFailures } = session;
  const isFailed = !result.ok && result.error.kind === 'unavailable';
  if (!isFailed && !hasFailures) return;
  const request = toLimitedRequests(session, getNow());
  await providerLimits.countResponse(table, request, { isFailed });
  session.hasFailures = isFailed;
}

/**
 * Marks the limits as used up for some time, because the provider has rejected a request.
 * Returns the limits, or undefined if the provider has no limits.
 */
export function exhaustLimits(
  session: SyncSession,
  retryAfter: number | undefined,
): Promise<ReachedLimits | undefined> {
  const { table, getNow } = session;
  return providerLimits.exhaust(table, toLimitedRequests(session, getNow()), retryAfter);
}

/**
 * Returns a failure that lasts until the turn of the sync. A sync that waits keeps its turn. If the
 * provider is down, the syncs that find that out are spread over as long a time after it.
 */
export async function failUntilFree(session: SyncSession, full: ReachedLimits) {
  const { table, connection, expectedCalls, getNow } = session;
  const now = toEpochSeconds(getNow());
  if (full.outage) {
    const { until, seconds } = full.outage;
    const retry_after = until - now + getOffset(connection.id, seconds);
    return failure({ kind: 'unavailable', cause: 'outage', retry_after } as const);
  }
  const { sync_turn = 0 } = connection;
  const isWaiting = sync_turn > now;
  const turn = isWaiting
    ? sync_turn
    : await providerLimits.joinQueue(table, full, expectedCalls);
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

  const request = toLimitedRequests(session, getNow(), count);
  const until = providerLimits.findWindowEnd(request);
  if (until === undefined) return;

  const { full } = await providerLimits.take(table, request);
  if (!full) session.reserved = { count, until };
}
