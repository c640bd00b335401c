import { requestSync } from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  getMaxDelayRetryTime,
  getRetryTime,
  parseDueTime,
  type SyncProblem,
  type SyncState,
} from '#functions/connections/connection/sync-state.ts';
import type { ProviderFailure } from '#functions/connections/provider-definition/call.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import type { ImportCounts } from '#functions/diary/workout-import/import-workouts.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { canRefresh } from './call-provider.ts';
import { findNextExpiry, findNextLook } from './retention.ts';
import type { Sync, SyncFailure, SyncLease } from './steps.ts';
import type { SyncReport } from './sync-reported.ts';

/** The outcome of a sync that found at its end that it has lost the lease. */
interface LeaseLost {
  outcome: 'lease_lost';
}

/**
 * Ends a sync as `end` says. The next one takes place when the time of workouts ends at the latest,
 * whatever the provider asks for, and within a day if none is to follow (wire.md P6). Returns
 * `ended` if the sync still had the lease. What webhooks have reported meanwhile gets a further
 * sync, unless one is requested or planned anyway: the list goes on, or something stops the syncs.
 */
export async function endSync<T extends { outcome: string; report?: SyncReport }>(
  lease: SyncLease,
  end: syncs.SyncEnd,
  ended: T,
): Promise<T | LeaseLost> {
  const { table, ids, leaseId, taken, connection, getNow } = lease;
  const planned = { ...end, ...planExpiry(lease, end), taken };
  const finished = await syncs.finish(table, ids, leaseId, planned);
  if (!finished) return { outcome: 'lease_lost' };
  if (end.problem !== undefined || ended.report?.isComplete === false) return ended;
  const { sync_reports: known = new Set() } = connection;
  const reports = [...(finished.sync_reports ?? [])];
  const isNew = reports.some((report) => !known.has(report));
  // Those for which there was no room may have it once those that were noted are looked at.
  if (isNew || (reports.length > 0 && taken.length > 0)) {
    const { remote_connection_id } = ids;
    const request = { remote_connection_id, reason: 'due' as const };
    await requestSync(table, ids.user_id, request, getNow());
  }
  return ended;
}

/** Returns the end of a sync that says nothing of the connection, whose state and plan stay. */
export function keepState({
  status = 'connected',
  sync_failures: failures = 0,
  sync_problem: problem,
}: SyncLease['connection']): syncs.SyncEnd {
  return { status, failures, problem, nextSync: 'as_planned' };
}

/** Returns the plan that replaces that of an end, if it has none or workouts expire before it. */
function planExpiry(
  { connection, policy, getNow }: SyncLease,
  { nextSync, turn }: syncs.SyncEnd,
): Pick<syncs.SyncEnd, 'nextSync' | 'turn'> {
  const { collection_sk, sync_turn } = connection;
  const isKept = nextSync === 'as_planned';
  const kept = collection_sk === undefined ? undefined : parseDueTime(collection_sk);
  const planned = isKept ? kept : nextSync;
  const next = planned ?? findNextLook(connection, policy, getNow());
  const expiry = findNextExpiry(connection, policy, getNow());
  const earliest = expiry && !(next && next <= expiry) ? expiry : next;
  if (earliest === planned) return {};
  return { nextSync: earliest, turn: isKept ? sync_turn : turn };
}

/**
 * Ends a sync whose provider has no client credentials configured. The next sync is planned,
 * because the operator may configure them. A connection to an unknown provider gets none that
 * needs the provider.
 */
export function endUnconfigured(lease: SyncLease, progress: syncs.SyncProgress) {
  const { type, status = 'connected' } = lease.connection;
  const isKnown = findProvider(type) !== undefined;
  const nextSync = isKnown ? getMaxDelayRetryTime(lease.getNow()) : undefined;
  const end = { status, failures: 0, progress, nextSync };
  const ended = { outcome: 'not_configured' } as const;
  return endSync(lease, { ...end, problem: 'misconfigured' }, ended);
}

/** A sync that failed, for its log line. */
export interface FailedSync {
  outcome: 'failed';
  type: string;
  counts: ImportCounts;
  failure: SyncFailure;
  /**
   * Whether the next sync imports what this one should have imported. Otherwise the queue has to
   * deliver the request again.
   */
  isPlanned: boolean;
}

/** The meaning of a provider's failure for the person. */
const problems: Readonly<Record<ProviderFailure['kind'], SyncProblem>> = {
  unavailable: 'unavailable',
  rate_limited: 'rate_limited',
  malformed: 'unreadable',
  rejected: 'unreadable',
  not_found: 'unreadable',
  invalid_client: 'misconfigured',
  invalid_grant: 'access_refused',
  unauthorized: 'access_refused',
  insufficient_scope: 'scope_missing',
};

/** Seconds for which a provider has to refuse access until the person has to connect again. */
const refusalSeconds = 86_400;

/**
 * Ends a sync that failed, and plans when to try again. `single` is set for a sync of one workout
 * that a webhook reported: if the connection has noted the workout, the next sync looks at it.
 */
export async function endFailed(
  sync: Sync,
  error: SyncFailure,
  single?: { isNoted: boolean },
): Promise<FailedSync | LeaseLost | { outcome: 'not_found' }> {
  if (error.kind === 'lease_lost') return { outcome: 'lease_lost' };
  if (error.kind === 'disconnected') return { outcome: 'not_found' };

  const { connection, counts, access, unsaved: progress, getNow } = sync;
  const { type, status = 'connected' } = connection;
  const isPlanned = single?.isNoted ?? true;
  const ended = { outcome: 'failed', type, counts, failure: error, isPlanned } as const;
  const problem = problems[error.kind];
  const refused_since = findRefusal(sync, error);
  if (isFinal(sync, error, refused_since)) {
    const end = { failures: 0, problem, progress };
    return endSync(sync, { ...end, status: 'reauthorization_required' }, ended);
  }
  const retry = planRetry(sync, error, getNow());
  const plan = single ? keepEarlierPlan(connection, retry) : retry;
  // Until a refusal is final, the person need not do anything.
  const reason = isRefusal(sync, error) ? 'unavailable' : problem;
  const end = { status, ...plan, problem: reason, refused_since, progress };
  return endSync(sync, { ...end, turn: access.turn ?? plan.turn }, ended);
}

/** Returns when the provider first refused access without allowing it since, in epoch seconds. */
function findRefusal(sync: Sync, error: SyncFailure): number | undefined {
  const { connection, access, getNow } = sync;
  const earlier = access.isAllowed ? undefined : connection.sync_refused_since;
  return earlier ?? (isRefusal(sync, error) ? toEpochSeconds(getNow()) : undefined);
}

/**
 * Returns whether a response to a request for workouts refuses access to them. A proxy can send the
 * same, because some providers do not document the format of their errors.
 */
function isRefusal(sync: Sync, { kind }: SyncFailure): boolean {
  if (kind === 'unauthorized') return !canRefresh(sync);
  return kind === 'insufficient_scope';
}

/**
 * Returns whether the person has to connect again: the refresh token is rejected, or the provider
 * has refused access twice, a day apart.
 */
function isFinal(
  sync: Sync,
  error: SyncFailure,
  refusedSince: number | undefined,
): boolean {
  if (error.kind === 'invalid_grant') return true;
  if (refusedSince === undefined || !isRefusal(sync, error)) return false;
  return refusedSince <= toEpochSeconds(sync.getNow()) - refusalSeconds;
}

/** When the next sync of a connection takes place, and how many syncs in a row have failed. */
interface RetryPlan {
  failures: number;
  nextSync: Date;
  /** The turn of the connection in epoch seconds, if it waits for a limit of the provider. */
  turn?: number | undefined;
}

/**
 * Plans the next sync after a failure. The delays start again after a sync that has come further
 * than the one before it.
 */
function planRetry(
  { connection, hasAdvanced }: Pick<Sync, 'connection' | 'hasAdvanced'>,
  error: SyncFailure,
  now: Date,
): RetryPlan {
  const failures = hasAdvanced ? 0 : (connection.sync_failures ?? 0);
  const retryAfter = 'retry_after' in error ? error.retry_after : undefined;
  // A limit or an outage says nothing about the connection: later delays do not become longer.
  if (retryAfter !== undefined) {
    return { failures, nextSync: getRetryTime(0, now, retryAfter) };
  }
  return { failures: failures + 1, nextSync: getRetryTime(failures + 1, now) };
}

/**
 * Returns the plan of the connection, or a retry if the retry is earlier. So the sync of a webhook
 * never delays the next sync.
 */
export function keepEarlierPlan(
  { sync_failures: failures = 0, collection_sk, sync_turn: turn }: SyncState,
  { nextSync }: RetryPlan,
): RetryPlan {
  const planned = collection_sk === undefined ? nextSync : parseDueTime(collection_sk);
  return { failures, nextSync: planned < nextSync ? planned : nextSync, turn };
}
