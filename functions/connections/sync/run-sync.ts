import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { decryptCredentials } from '#functions/connections/connection/credentials.ts';
import {
  requestSync,
  type SyncRequest,
} from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  type ConnectionIds,
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
import { getWebhookPath } from '#functions/connections/provider-credentials/client.ts';
import { loadSettings } from '#functions/connections/provider-credentials/settings.store.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import {
  type ImportCounts,
  newCounts,
} from '#functions/diary/workout-import/import-workouts.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { callProvider } from './call-provider.ts';
import {
  endFailed,
  endSync,
  endUnconfigured,
  type FailedSync,
  keepEarlierPlan,
} from './end-sync.ts';
import { fetchFiles } from './fetch-files.ts';
import { readHistory } from './read-history.ts';
import { renewWorkouts } from './renew-workouts.ts';
import {
  expireMeasured,
  expireStale,
  expireUnread,
  findRenewal,
  isRenewalDue,
} from './retention.ts';
import {
  addProgress,
  getChecks,
  keepLease,
  replaceChecks,
  type Step,
  type Sync,
  type SyncLease,
  type SyncTable,
  succeed,
} from './steps.ts';
import { subscribeKinds, syncMeasurements } from './sync-measurements.ts';
import { type SyncReport, syncWorkout } from './sync-reported.ts';
import { syncChanges, syncDueChecks } from './sync-workouts.ts';
import { addReport, findReported, takeReports } from './webhook-reports.ts';

/** The means of a sync. */
export interface SyncDeps {
  table: SyncTable;
  dataKeys: DataKeyProvider;
  /** The bucket of files that the importer reads. */
  files: Objects<'put'>;
  /** Returns the function that makes calls to the provider of a remote connection type. */
  getSend: (type: string) => OutgoingCall;
  getNow: () => Date;
  /** The base URL of the main API, to which providers send webhooks. */
  mainUrl: string;
}

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

type OpenedConnection = SyncLease & {
  /** The progress to save: of the removal of workouts that may not be kept, and left reports. */
  retained: syncs.SyncProgress;
};

/**
 * Leases a connection, removes the workouts that may not be kept any longer, and notes the reports
 * that webhooks have left.
 */
async function openConnection(
  { table, getNow }: SyncDeps,
  ids: ConnectionIds,
): Promise<OpenedConnection | { outcome: 'busy' | 'not_found' }> {
  const leaseId = newId(getNow());
  const leased = await syncs.lease(table, ids, leaseId, getNow());
  if (leased.outcome !== 'leased') return { outcome: leased.outcome };
  const { connection } = leased;
  const policy = getPolicy(await findOverrides(table), connection.type);
  const lease = { table, ids, leaseId, connection, policy, getNow };
  await expireUnread(lease, getNow());
  await expireMeasured(lease, getNow());
  const expired = await expireStale(lease, getNow());
  const { taken, noted } = takeReports({ ...connection, ...expired }, getNow());
  const retained = { ...expired, ...noted };
  return { ...lease, connection: { ...connection, ...retained }, taken, retained };
}

/**
 * Only removes the workouts that may not be kept any longer, because the person has restricted the
 * processing of their data. Syncs that follow restore them. The timer starts this again and again.
 */
export async function expireRestricted(
  deps: SyncDeps,
  user_id: string,
  { remote_connection_id, reason }: RequestedSync,
): Promise<SyncOutcome> {
  if (reason !== 'due') return { outcome: 'restricted' };
  const lease = await openConnection(deps, { user_id, remote_connection_id });
  if ('outcome' in lease) return lease;
  const { connection, retained: progress } = lease;
  const { status = 'connected', sync_failures: failures = 0, sync_turn } = connection;
  const { sync_problem: problem, sync_refused_since: refused_since } = connection;
  const kept = { status, failures, problem, refused_since, progress, turn: sync_turn };
  const nextSync = getMaxDelayRetryTime(deps.getNow());
  return endSync(lease, { ...kept, nextSync }, { outcome: 'restricted' });
}

/**
 * Synchronizes a connection: imports what the provider has changed, saves the progress and plans
 * the next sync. Only one sync of a connection runs at a time.
 */
export async function runSync(
  deps: SyncDeps,
  user_id: string,
  request: RequestedSync,
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

/** A request for a sync. Without a reason, it lists all changes. */
type RequestedSync = Pick<
  SyncRequest,
  | 'remote_connection_id'
  | 'workout_id'
  | 'workout_deleted'
  | 'measurement_kind'
  | 'changed_since'
> &
  Partial<Pick<SyncRequest, 'reason'>>;

/**
 * Begins a sync with decrypted credentials. Returns undefined if the provider is unknown or turned
 * off, or we have no client registered there.
 */
async function openSync(
  { table, dataKeys, files, getSend, getNow }: SyncDeps,
  lease: SyncLease,
): Promise<Sync | undefined> {
  const { connection, ids } = lease;
  const provider = findProvider(connection.type);
  const settings = provider && (await loadSettings({ table, dataKeys }, connection.type));
  if (!provider || !settings) return undefined;

  const { client, sync_minutes } = settings;
  const { sync_turn } = connection;
  return {
    ...lease,
    dataKeys,
    files,
    provider,
    schedule: { delivery: provider.delivery, sync_minutes },
    context: { send: getSend(connection.type), now: getNow() },
    client,
    access: {
      credentials: await decryptCredentials(ids.user_id, connection, dataKeys),
      hasNoToken: false,
      isAllowed: false,
      reserved: { count: 0, until: 0 },
      expected: connection.status === 'syncing' ? callsOfFirstSync : 1,
      hasFailures: false,
      hasTurn: sync_turn !== undefined && sync_turn <= toEpochSeconds(getNow()),
    },
    counts: newCounts(),
    unsaved: {},
    hasAdvanced: false,
    refusedSources: [],
    fileless: [],
  };
}

/** The expected requests of a first sync, until it has listed its workouts. */
const callsOfFirstSync = 3;

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
  const { type, status = 'connected', sync_failures: failures = 0 } = connection;
  const { sync_problem: problem } = connection;
  // A webhook about one workout says nothing about the others, so their sync stays planned, unless
  // a sync has to look at this workout again before.
  const check = getChecks(sync).find((each) => each.id === id);
  const plan = check
    ? keepEarlierPlan(connection, { failures, nextSync: new Date(check.next * 1000) })
    : { failures, nextSync: 'as_planned' as const };
  const report = imported.value;
  const ended = { outcome: 'synchronized', type, counts, report } as const;
  return endSync(sync, { status, ...plan, problem, progress }, ended);
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
  const { type, status = 'connected', sync_failures: failures = 0 } = connection;
  const { sync_problem: problem } = connection;
  const end = { status, failures, nextSync: 'as_planned', problem, progress } as const;
  const report = { isComplete: true };
  return endSync(sync, end, { outcome: 'synchronized', type, counts, report });
}

/** Imports all changes, or only looks at some workouts again if it is too early for more. */
async function synchronize(
  deps: SyncDeps,
  begun: Sync,
  request: RequestedSync,
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
  const sync = isCaughtUp
    ? await subscribeKinds(await subscribeAccount(imported.sync, deps.mainUrl), deps)
    : imported.sync;
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
  request: RequestedSync,
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
  { reason }: RequestedSync,
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
  { reason }: RequestedSync,
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

/**
 * Subscribes to the webhooks of an account, unless there is a subscription already. If the provider
 * rejects the subscription, the next sync tries again.
 */
async function subscribeAccount(sync: Sync, mainUrl: string): Promise<Sync> {
  const { provider, context, client, connection } = sync;
  const { subscribe, type } = provider;
  if (!subscribe || !client || connection.webhook_subscribed) return sync;

  const url = mainUrl + getWebhookPath(type, client);
  const subscribed = await callProvider(sync, (account) =>
    subscribe(context, account, url),
  );
  if (!subscribed.ok) return subscribed.sync;
  const saved = await keepLease(subscribed.sync, { webhook_subscribed: true });
  return saved.sync;
}
