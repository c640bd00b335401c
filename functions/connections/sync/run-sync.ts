import {
  type NewSyncRequest,
  requestSync,
} from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  getImportStart,
  getMaxDelayRetryTime,
  getNextSync,
  getNextSyncOrCheck,
  getRetryTime,
  type SyncSchedule,
} from '#functions/connections/connection/sync-state.ts';
import {
  type ReportedWorkout,
  toDueChecks,
} from '#functions/connections/connection/workout-checks.ts';
import type { ImportCounts } from '#functions/diary/workout-import/import-workouts.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  endFailed,
  endSync,
  endUnconfigured,
  type FailedSync,
  keepEarlierPlan,
  keepState,
} from './end-sync.ts';
import { fetchFiles } from './fetch-files.ts';
import { openConnection, openSync, type SyncDeps } from './open-sync.ts';
import { readHistory } from './read-history.ts';
import { renewWorkouts } from './renew-workouts.ts';
import { findRenewal, isRenewalDue } from './retention.ts';
import {
  addProgress,
  getChecks,
  replaceChecks,
  type Step,
  type Sync,
  succeed,
} from './steps.ts';
import { subscribe } from './subscribe.ts';
import { syncMeasurements } from './sync-measurements.ts';
import { type SyncReport, syncWorkout } from './sync-reported.ts';
import { syncChanges, syncDueChecks } from './sync-workouts.ts';
import { addReport, findReported } from './webhook-reports.ts';

/**
 * The end of a sync, for its log line. `busy` means that another sync of the connection runs,
 * `left` that it is followed by one for the report of this webhook, `restricted` that the person
 * has restricted the processing of their data.
 */
export type SyncOutcome =
  | { outcome: 'busy' | 'left' | 'restricted' | 'not_found' }
  | { outcome: 'not_configured' | 'lease_lost' }
  | { outcome: 'not_authorized'; type: string }
  | { outcome: 'synchronized'; type: string; counts: ImportCounts; report: SyncReport }
  | FailedSync;

/**
 * Only removes the workouts that may not be kept any longer, because the person has restricted the
 * processing of their data. Syncs that follow restore them. The timer starts this again and again.
 */
export async function expireRestricted(
  deps: SyncDeps,
  user_id: string,
  { remote_connection_id, reason }: NewSyncRequest,
): Promise<SyncOutcome> {
  if (reason !== 'due') return { outcome: 'restricted' };
  const lease = await openConnection(deps, { user_id, remote_connection_id });
  if ('outcome' in lease) return lease;
  const { connection, retained: progress } = lease;
  const { sync_refused_since: refused_since, sync_turn: turn } = connection;
  const nextSync = getMaxDelayRetryTime(deps.getNow());
  const end = { ...keepState(connection), refused_since, progress, turn, nextSync };
  return endSync(lease, end, { outcome: 'restricted' });
}

/**
 * Synchronizes a connection: imports what the provider has changed, saves the progress and plans
 * the next sync. Only one sync of a connection runs at a time.
 */
export async function runSync(
  deps: SyncDeps,
  user_id: string,
  request: NewSyncRequest,
): Promise<SyncOutcome> {
  const { getNow } = deps;
  const { remote_connection_id } = request;
  const ids = { user_id, remote_connection_id };
  const lease = await openConnection(deps, ids);
  if ('outcome' in lease) {
    const canLeave = lease.outcome === 'busy' && request.reason === 'push';
    const isLeft =
      canLeave && (await syncs.leaveReport(deps.table, ids, request, getNow()));
    return isLeft ? { outcome: 'left' } : lease;
  }
  const { connection, retained, taken } = lease;
  const { status, type } = connection;
  const reported = findReported(type, request);
  const noted = addReport(connection, request, getNow());
  const progress = { ...retained, ...noted };
  if (status === 'reauthorization_required') {
    const { sync_problem: problem } = connection;
    const end = { status, failures: 0, problem, progress };
    return endSync(lease, end, { outcome: 'not_authorized', type });
  }

  const opened = await openSync(deps, lease);
  if (!opened) return endUnconfigured(lease, progress);
  const sync = addProgress(opened, progress);
  if (request.measurement_kind !== undefined) return synchronizeMeasured(sync);
  if (!reported) return synchronize(deps, sync, request);
  // The workout is fetched with those that other webhooks have left.
  if (noted && taken.length > 0) {
    return synchronize(deps, sync, { ...request, reason: 'due' });
  }
  return synchronizeReported(sync, reported, { isNoted: noted !== undefined });
}

/** Imports the workout that a webhook has reported. */
async function synchronizeReported(
  begun: Sync,
  { id }: ReportedWorkout,
  single: { isNoted: boolean },
): Promise<SyncOutcome> {
  const imported = await syncWorkout(begun, id);
  const { sync } = imported;
  if (!imported.ok) return endFailed(sync, imported.error, single);

  const { connection, counts, unsaved: progress } = sync;
  const { type, sync_failures: failures = 0 } = connection;
  // A webhook about one workout says nothing about the others, so their sync stays planned, unless
  // a sync has to look at this workout again before.
  const check = getChecks(sync).find((each) => each.id === id);
  const plan = check
    ? keepEarlierPlan(connection, { failures, nextSync: new Date(check.next * 1000) })
    : {};
  const report = imported.value;
  const ended = { outcome: 'synchronized', type, counts, report } as const;
  return endSync(sync, { ...keepState(connection), ...plan, progress }, ended);
}

/**
 * Reads the kinds of values of the body that webhooks have reported. That says nothing about the
 * workouts, so the next sync stays planned.
 */
async function synchronizeMeasured(begun: Sync): Promise<SyncOutcome> {
  const measured = await syncMeasurements(begun, 'reported');
  const { sync } = measured;
  if (!measured.ok) return endFailed(sync, measured.error, { isNoted: true });
  const { connection, counts, unsaved: progress } = sync;
  const { type } = connection;
  const report = { isComplete: true };
  const ended = { outcome: 'synchronized', type, counts, report } as const;
  return endSync(sync, { ...keepState(connection), progress }, ended);
}

/** Imports all changes, or only looks at some workouts again if it is too early for more. */
async function synchronize(
  deps: SyncDeps,
  begun: Sync,
  request: NewSyncRequest,
): Promise<SyncOutcome> {
  const isEarly = isBeforeRegularSync(begun, request);
  const imported = await importAll(begun, request, isEarly);
  const now = deps.getNow();
  if (!imported.ok) return endFailed(imported.sync, imported.error);

  const report = imported.value;
  const { remote_connection_id, user_id } = begun.ids;
  if (!report.isComplete || report.rest === 'more') {
    const continuation = { remote_connection_id, reason: 'continued' as const };
    await requestSync(deps.table, user_id, continuation, now);
  }
  const isCaughtUp = report.isComplete && !isEarly;
  const sync = isCaughtUp ? await subscribe(imported.sync, deps.mainUrl) : imported.sync;
  const { connection, counts, schedule } = sync;
  const { type, status = 'connected', webhook_subscribed } = connection;
  const hasPush = isCaughtUp && webhook_subscribed;
  const regular = hasPush ? { ...schedule, delivery: 'push' as const } : schedule;
  const end = {
    status: isCaughtUp ? ('connected' as const) : status,
    failures: 0,
    nextSync: planTurn(sync, now) ?? planNext(sync, regular, now),
    turn: sync.access.turn,
    last_sync_time: isCaughtUp ? now.toISOString() : undefined,
    progress: sync.unsaved,
  };
  return endSync(sync, end, { outcome: 'synchronized', type, counts, report });
}

/** Returns when a sync goes on that a limit has stopped while it fetched files. */
function planTurn({ access: { turn } }: Sync, now: Date): Date | undefined {
  return turn === undefined
    ? undefined
    : getRetryTime(0, now, turn - toEpochSeconds(now));
}

/** Returns when the next sync takes place after one that has succeeded. */
function planNext(
  { connection, policy, ids }: Sync,
  schedule: SyncSchedule,
  now: Date,
): Date {
  const { remote_connection_id } = ids;
  const next = getNextSyncOrCheck(schedule, remote_connection_id, connection, now);
  const renewal = findRenewal(connection, policy) ?? next;
  return renewal > now && renewal < next ? renewal : next;
}

/**
 * Imports all changes, reads the workouts again whose time would end, then the values of the body
 * that are due, fetches the files of workouts, and reads those of earlier years if the person has
 * asked for them.
 */
async function importAll(
  begun: Sync,
  request: NewSyncRequest,
  isEarly: boolean,
): Promise<Step<SyncReport>> {
  const imported = isEarly
    ? await syncDueChecks(begun)
    : await importAllWorkouts(begun, request);
  if (!imported.ok || !imported.value.isComplete) return imported;
  const wanted = request.reason === 'person' ? 'person' : 'due';
  const measured = await syncMeasurements(imported.sync, wanted);
  if (!measured.ok) return measured;
  const files = await fetchFiles(measured.sync);
  if (!files.ok) return files;
  const hasRest = files.value !== 'done';
  if (hasRest) return succeed(files.sync, { ...imported.value, rest: files.value });
  const history = await readHistory(files.sync);
  return history.ok
    ? succeed(history.sync, { ...imported.value, rest: history.value })
    : history;
}

/**
 * Imports all changes, and then reads the workouts again whose time would end. Looks at the
 * workouts again that are due: at all of them if a person has requested the sync.
 */
async function importAllWorkouts(
  begun: Sync,
  { reason }: NewSyncRequest,
): Promise<Step<SyncReport>> {
  const { getNow, connection } = begun;
  const isWanted = reason === 'person' || reason === 'connected';
  const due = toDueChecks(getChecks(begun), toEpochSeconds(getNow()));
  const sync = isWanted ? replaceChecks(begun, due) : begun;
  const synced = await syncChanges(sync, getImportStart(connection));
  if (!synced.ok || !synced.value.isComplete) return synced;
  const renewed = await renewWorkouts(synced.sync);
  return renewed.ok ? succeed(renewed.sync, synced.value) : renewed;
}

/**
 * Returns whether the schedule has started a sync before its regular time, to look at some workouts
 * again. Listing all others every time would use up the limits of the provider.
 */
function isBeforeRegularSync(
  { connection, provider, schedule, policy, ids, getNow }: Sync,
  { reason }: NewSyncRequest,
): boolean {
  if (isRenewalDue(connection, policy, getNow())) return false;
  const { last_sync_time, status, sync_is_partial, sync_failures = 0 } = connection;
  if (reason !== 'due' || !provider.fetchWorkout || last_sync_time === undefined) {
    return false;
  }
  if (status !== 'connected' || sync_is_partial || sync_failures > 0) return false;
  const lastSync = new Date(last_sync_time);
  return getNow() < getNextSync(schedule, ids.remote_connection_id, lastSync);
}
