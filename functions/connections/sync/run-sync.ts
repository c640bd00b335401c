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
  type SyncSchedule,
} from '#functions/connections/connection/sync-state.ts';
import {
  type ReportedWorkout,
  toDueChecks,
} from '#functions/connections/connection/workout-checks.ts';
import { decryptClient } from '#functions/connections/provider-credentials/client.store.ts';
import { getWebhookPath } from '#functions/connections/provider-credentials/client.ts';
import type { Provider } from '#functions/connections/provider-definition/provider.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import {
  type ImportCounts,
  newCounts,
} from '#functions/diary/workout-import/import-workouts.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  endFailed,
  endSync,
  endUnconfigured,
  type FailedSync,
  keepEarlierPlan,
  type SyncLease,
} from './end-sync.ts';
import { renewWorkouts } from './renew-workouts.ts';
import { expireStale, expireUnread, findRenewal, isRenewalDue } from './retention.ts';
import { type SyncReport, syncWorkout } from './sync-reported.ts';
import {
  callProvider,
  getChecks,
  recordProgress,
  type SyncSession,
  type SyncTable,
  setChecks,
  setProgress,
} from './sync-session.ts';
import { syncChanges, syncDueChecks } from './sync-workouts.ts';
import { addReport, findReported, takeReports } from './webhook-reports.ts';

/** The means of a sync. */
export interface SyncDeps {
  table: SyncTable;
  dataKeys: DataKeyProvider;
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
  const lease = { table, ids, leaseId, connection, policy, taken: [], getNow };
  await expireUnread(lease, getNow());
  const retained = await expireStale(lease, getNow());
  Object.assign(connection, retained);
  const { taken, noted } = takeReports(connection, getNow());
  return { ...lease, taken, retained: { ...retained, ...noted } };
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

  const session = await openSession(deps, lease);
  if (!session) return endUnconfigured(lease, progress);
  setProgress(session, progress);
  if (!reported) return synchronize(deps, session, request);
  // The workout is fetched with those that other webhooks have left.
  if (noted && taken.length > 0) {
    return synchronize(deps, session, { ...request, reason: 'due' });
  }
  return synchronizeReported(session, reported, { isNoted: noted !== undefined });
}

/** A request for a sync. Without a reason, it lists all changes. */
type RequestedSync = Pick<
  SyncRequest,
  'remote_connection_id' | 'workout_id' | 'workout_deleted' | 'changed_since'
> &
  Partial<Pick<SyncRequest, 'reason'>>;

/**
 * Decrypts the credentials for a sync and returns its session. Returns undefined if the provider is
 * unknown, or we have no client registered there.
 */
async function openSession(
  { table, dataKeys, getSend, getNow }: SyncDeps,
  lease: SyncLease,
): Promise<SyncSession | undefined> {
  const { connection, ids } = lease;
  const provider = findProvider(connection.type);
  const client = provider && (await decryptClient({ table, dataKeys }, connection.type));
  if (!provider || !client) return undefined;

  const { sync_turn } = connection;
  const credentials = await decryptCredentials(ids.user_id, connection, dataKeys);
  return {
    ...lease,
    dataKeys,
    provider,
    schedule: { delivery: provider.delivery, sync_minutes: client.sync_minutes },
    context: { send: getSend(connection.type), client, now: getNow() },
    credentials,
    reserved: { count: 0, until: 0 },
    expectedCalls: connection.status === 'syncing' ? callsOfFirstSync : 1,
    hasFailures: false,
    hasTurn: sync_turn !== undefined && sync_turn <= toEpochSeconds(getNow()),
    counts: newCounts(),
    unsaved: {},
    hasAdvanced: false,
    hasAccess: false,
    hasNoToken: false,
    refusedSources: new Set(),
  };
}

/** The expected requests of a first sync, until it has listed its workouts. */
const callsOfFirstSync = 3;

/** Imports the workout that a webhook has reported. */
async function synchronizeReported(
  session: SyncSession,
  { id }: ReportedWorkout,
  single: { isNoted: boolean },
): Promise<SyncOutcome> {
  const { connection, counts } = session;
  const { type, status = 'connected', sync_failures: failures = 0 } = connection;
  const { sync_problem: problem } = connection;
  const result = await syncWorkout(session, id);
  if (!result.ok) return endFailed(session, result.error, single);

  // A webhook about one workout says nothing about the others, so their sync stays planned, unless
  // a sync has to look at this workout again before.
  const check = getChecks(session).find((each) => each.id === id);
  const plan = check
    ? keepEarlierPlan(connection, { failures, nextSync: new Date(check.next * 1000) })
    : { failures, nextSync: 'as_planned' as const };
  const end = { status, ...plan, problem, progress: session.unsaved };
  const report = result.value;
  return endSync(session, end, { outcome: 'synchronized', type, counts, report });
}

/** Imports all changes, or only looks at some workouts again if it is too early for more. */
async function synchronize(
  deps: SyncDeps,
  session: SyncSession,
  request: RequestedSync,
): Promise<SyncOutcome> {
  const { connection, provider, ids, counts } = session;
  const { type } = connection;
  if (request.reason === 'person' || request.reason === 'connected') {
    const now = toEpochSeconds(deps.getNow());
    setChecks(session, toDueChecks(getChecks(session), now));
  }
  const isEarly = isBeforeRegularSync(session, request);
  const result = isEarly
    ? await syncDueChecks(session)
    : await syncAndRenew(session, getImportStart(connection));
  const now = deps.getNow();
  if (!result.ok) return endFailed(session, result.error);

  const report = result.value;
  const { remote_connection_id } = ids;
  if (!report.isComplete) {
    const continuation = { remote_connection_id, reason: 'continued' as const };
    await requestSync(deps.table, ids.user_id, continuation, now);
  }
  const isCaughtUp = report.isComplete && !isEarly;
  const delivery = isCaughtUp
    ? await subscribeAccount(session, deps.mainUrl)
    : provider.delivery;
  const end = {
    status: isCaughtUp ? 'connected' : (connection.status ?? 'connected'),
    failures: 0,
    nextSync: planNext(session, { ...session.schedule, delivery }, now),
    last_sync_time: isCaughtUp ? now.toISOString() : undefined,
    progress: session.unsaved,
  };
  return endSync(session, end, { outcome: 'synchronized', type, counts, report });
}

/** Returns when the next sync takes place after one that has succeeded. */
function planNext(
  { connection, policy, ids }: SyncSession,
  schedule: SyncSchedule,
  now: Date,
): Date {
  const { remote_connection_id } = ids;
  const next = getNextSyncOrCheck(schedule, remote_connection_id, connection, now);
  const renewal = findRenewal(connection, policy) ?? next;
  return renewal > now && renewal < next ? renewal : next;
}

/** Imports all changes, and then reads the workouts again whose time would end. */
async function syncAndRenew(session: SyncSession, from: Date) {
  const synced = await syncChanges(session, from);
  if (!synced.ok || !synced.value.isComplete) return synced;
  const renewed = await renewWorkouts(session);
  return renewed.ok ? synced : renewed;
}

/**
 * Returns whether the schedule has started a sync before its regular time, to look at some workouts
 * again. Listing all others every time would use up the limits of the provider.
 */
function isBeforeRegularSync(
  { connection, provider, schedule, policy, ids, getNow }: SyncSession,
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
 * Subscribes to the webhooks of an account, unless there is a subscription already. Returns how the
 * provider reports new workouts. If the provider rejects the subscription, the next sync tries
 * again.
 */
async function subscribeAccount(
  session: SyncSession,
  mainUrl: string,
): Promise<Provider['delivery']> {
  const { provider, context, connection } = session;
  const { subscribe, delivery, type } = provider;
  if (!subscribe) return delivery;
  if (connection.webhook_subscribed) return 'push';

  const url = mainUrl + getWebhookPath(type, context.client);
  const subscribed = await callProvider(session, (account) =>
    subscribe(context, account, url),
  );
  if (!subscribed.ok) return delivery;
  await recordProgress(session, { webhook_subscribed: true });
  return 'push';
}
