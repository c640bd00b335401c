import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { decryptClient } from '#shared/provider-client/client-secrets.store.ts';
import { findProvider } from '#shared/providers/providers.ts';
import {
  getMaxDelayRetryTime,
  getNextSync,
  getRetryTime,
} from '#shared/remote-connection/due-index.ts';
import { decryptCredentials } from '#shared/remote-connection/provider-credentials.ts';
import { requestSync } from '#shared/remote-connection/sync-request.store.ts';
import type { SyncRequest } from '#shared/remote-connection/sync-request.ts';
import * as syncs from '#shared/remote-connection/sync-state.store.ts';
import { firstSyncDays } from '#shared/remote-connection/sync-state.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Result } from '#shared/runtime/result.ts';
import { type ImportCounts, newCounts } from '../import/import-workouts.store.ts';
import { subscribeAccount } from './subscribe-account.ts';
import type { SyncFailure, SyncSession, SyncTable } from './sync-session.ts';
import { type SyncReport, syncChanges, syncWorkout } from './sync-workouts.ts';

/** What syncs use besides the request. */
export interface SyncDeps {
  table: SyncTable;
  dataKeys: DataKeyProvider;
  /** Returns the function that makes calls to the provider of a remote connection type. */
  getSend: (type: string) => OutgoingCall;
  getNow: () => Date;
  /** The base URL of the main API, to which providers send webhooks. */
  mainUrl: string;
}

/** How a sync ended, for its log line. `busy` means that another sync of the connection runs. */
export type SyncOutcome =
  | { result: 'busy' | 'not_found' | 'not_configured' | 'lease_lost' }
  | { result: 'not_authorized'; type: string }
  | { result: 'synchronized'; type: string; counts: ImportCounts; report: SyncReport }
  | { result: 'failed'; type: string; counts: ImportCounts; failure: SyncFailure };

/**
 * Synchronizes a connection: imports what the provider has changed, saves the progress and plans
 * the next sync (wire.md R7). Only one sync of a connection runs at a time.
 */
export async function runSync(
  deps: SyncDeps,
  user_id: string,
  request: Pick<SyncRequest, 'remote_connection_id' | 'workout_id'>,
): Promise<SyncOutcome> {
  const { table, getNow } = deps;
  const ids = { user_id, remote_connection_id: request.remote_connection_id };
  const leaseId = newId(getNow());
  const leased = await syncs.lease(table, ids, leaseId, getNow());
  if (leased.result !== 'leased') return { result: leased.result };

  const { connection } = leased;
  const lease = { ids, leaseId, connection };
  if (connection.status === 'reauthorization_required') {
    await finish(deps, lease, { status: connection.status, failures: 0 });
    return { result: 'not_authorized', type: connection.type };
  }

  const session = await openSession(deps, lease);
  if (!session) {
    await endUnconfigured(deps, lease);
    return { result: 'not_configured' };
  }
  return synchronize(deps, session, request.workout_id);
}

type Lease = Pick<SyncSession, 'ids' | 'leaseId' | 'connection'>;

function finish({ table }: SyncDeps, lease: Lease, end: syncs.SyncEnd): Promise<void> {
  return syncs.finish(table, lease.ids, lease.leaseId, end);
}

/**
 * Ends a sync whose provider has no client credentials configured. The next sync is planned,
 * because the operator may configure them. A connection to an unknown provider gets no further
 * sync.
 */
function endUnconfigured(deps: SyncDeps, lease: Lease): Promise<void> {
  const { connection } = lease;
  const isKnown = findProvider(connection.type) !== undefined;
  return finish(deps, lease, {
    status: connection.status ?? 'connected',
    failures: 0,
    nextSync: isKnown ? getMaxDelayRetryTime(deps.getNow()) : undefined,
  });
}

/**
 * Decrypts the credentials for a sync and returns its session. Returns undefined if the provider is
 * unknown, or we have no client registered there.
 */
async function openSession(
  { table, dataKeys, getSend, getNow }: SyncDeps,
  lease: Lease,
): Promise<SyncSession | undefined> {
  const { connection, ids } = lease;
  const provider = findProvider(connection.type);
  const client = provider && (await decryptClient({ table, dataKeys }, connection.type));
  if (!provider || !client) return undefined;

  const { user_id } = ids;
  const credentials = await decryptCredentials(user_id, connection, dataKeys);
  const context = { send: getSend(connection.type), client, now: getNow() };
  return {
    ...lease,
    table,
    dataKeys,
    provider,
    context,
    credentials,
    getNow,
    reserved: { count: 0, until: 0 },
    counts: newCounts(),
  };
}

async function synchronize(
  deps: SyncDeps,
  session: SyncSession,
  workout_id: string | undefined,
): Promise<SyncOutcome> {
  const { connection, provider, ids } = session;
  const { type } = connection;
  const isSingle = workout_id !== undefined && provider.fetchWorkout !== undefined;
  const result: Result<SyncReport, SyncFailure> = isSingle
    ? await syncWorkout(session, workout_id)
    : await syncChanges(session, getImportStart(connection));
  const now = deps.getNow();
  if (!result.ok) return endFailed(deps, session, result.error);

  const report = result.value;
  const { remote_connection_id } = ids;
  if (!report.isComplete) {
    const next = { remote_connection_id, reason: 'continued' as const };
    await requestSync(deps.table, ids.user_id, next, now);
  }
  const isCaughtUp = report.isComplete && !isSingle;
  const delivery = isCaughtUp
    ? await subscribeAccount(session, deps.mainUrl)
    : provider.delivery;
  await finish(deps, session, {
    status: isCaughtUp ? 'connected' : (connection.status ?? 'connected'),
    failures: isSingle ? (connection.sync_failures ?? 0) : 0,
    // A reported workout says nothing about the others, so their sync stays planned.
    nextSync: isSingle
      ? 'as_planned'
      : getNextSync({ delivery }, remote_connection_id, now),
    last_sync_time: isCaughtUp ? now.toISOString() : undefined,
    progress: report.progress,
  });
  return { result: 'synchronized', type, counts: session.counts, report };
}

/**
 * Returns the start of the interval that the first sync of a connection reads (wire.md R7). Later
 * syncs continue at the cursor.
 */
function getImportStart({ created_datetime }: syncs.LeasedConnection): Date {
  return new Date(Date.parse(created_datetime) - firstSyncDays * 86_400_000);
}

/** Failures after which the person has to connect again (wire.md R10). */
const finalFailures: readonly SyncFailure['kind'][] = [
  'invalid_grant',
  'unauthorized',
  'insufficient_scope',
];

/** Ends a sync that failed, and plans when to try again. */
async function endFailed(
  deps: SyncDeps,
  session: SyncSession,
  error: SyncFailure,
): Promise<SyncOutcome> {
  if (error.kind === 'lease_lost') return { result: 'lease_lost' };

  const { connection, counts } = session;
  const { type } = connection;
  const outcome = { result: 'failed', type, counts, failure: error } as const;
  if (finalFailures.includes(error.kind)) {
    await finish(deps, session, { status: 'reauthorization_required', failures: 0 });
    return outcome;
  }
  const failures = connection.sync_failures ?? 0;
  const retryAfter = error.kind === 'rate_limited' ? error.retry_after : undefined;
  const now = deps.getNow();
  // A limit says nothing about the connection, so it does not make later delays longer.
  const retry =
    retryAfter === undefined
      ? { failures: failures + 1, nextSync: getRetryTime(failures + 1, now) }
      : { failures, nextSync: getRetryTime(0, now, retryAfter) };
  await finish(deps, session, { status: connection.status ?? 'connected', ...retry });
  return outcome;
}
