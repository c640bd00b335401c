import { decryptClient } from '#functions/connections/client/client-secrets.store.ts';
import { getWebhookPath } from '#functions/connections/client/provider-client.ts';
import { decryptCredentials } from '#functions/connections/connection/credentials.ts';
import {
  requestSync,
  type SyncRequest,
} from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  firstSyncDays,
  getNextSync,
} from '#functions/connections/connection/sync-state.ts';
import type { Provider } from '#functions/connections/provider/provider.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { type ImportCounts, newCounts } from '#functions/diary/import/import-workouts.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Result } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  endFailed,
  endSync,
  endUnconfigured,
  type FailedSync,
  keepReported,
  type SyncLease,
} from './end-sync.ts';
import {
  callProvider,
  recordProgress,
  type SyncFailure,
  type SyncSession,
  type SyncTable,
} from './sync-session.ts';
import { type SyncReport, syncChanges, syncWorkout } from './sync-workouts.ts';

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

/** The end of a sync, for its log line. `busy` means that another sync of the connection runs. */
export type SyncOutcome =
  | { result: 'busy' | 'not_found' | 'not_configured' | 'lease_lost' }
  | { result: 'not_authorized'; type: string }
  | { result: 'synchronized'; type: string; counts: ImportCounts; report: SyncReport }
  | FailedSync;

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
  const { status, type } = connection;
  const lease = { table, ids, leaseId, connection };
  const reportedId = findReportedId(type, request);
  if (status === 'reauthorization_required') {
    const progress = compact({ sync_reported: keepReported(connection, reportedId) });
    const isFinished = await endSync(lease, { status, failures: 0, progress });
    return isFinished ? { result: 'not_authorized', type } : { result: 'lease_lost' };
  }

  const session = await openSession(deps, lease);
  if (!session) {
    const isFinished = await endUnconfigured(lease, deps, reportedId);
    return { result: isFinished ? 'not_configured' : 'lease_lost' };
  }
  return synchronize(deps, session, reportedId);
}

/** Returns the id of a workout that a webhook has reported and that can be fetched alone. */
function findReportedId(
  type: string,
  { workout_id }: Pick<SyncRequest, 'workout_id'>,
): string | undefined {
  return findProvider(type)?.fetchWorkout ? workout_id : undefined;
}

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

  const { user_id } = ids;
  const { sync_turn } = connection;
  const credentials = await decryptCredentials(user_id, connection, dataKeys);
  const context = { send: getSend(connection.type), client, now: getNow() };
  return {
    ...lease,
    dataKeys,
    provider,
    context,
    credentials,
    getNow,
    reserved: { count: 0, until: 0 },
    expectedCalls: connection.status === 'syncing' ? callsOfFirstSync : 1,
    hasTurn: sync_turn !== undefined && sync_turn <= toEpochSeconds(getNow()),
    counts: newCounts(),
  };
}

/** The expected requests of a first sync, until it has listed its workouts. */
const callsOfFirstSync = 3;

async function synchronize(
  deps: SyncDeps,
  session: SyncSession,
  reportedId: string | undefined,
): Promise<SyncOutcome> {
  const { connection, provider, ids } = session;
  const { type } = connection;
  const isSingle = reportedId !== undefined;
  const result: Result<SyncReport, SyncFailure> = isSingle
    ? await syncWorkout(session, reportedId)
    : await syncChanges(session, getImportStart(connection));
  const now = deps.getNow();
  if (!result.ok) return endFailed(session, result.error, reportedId);

  const report = result.value;
  const { remote_connection_id } = ids;
  if (!report.isComplete) {
    const continuation = { remote_connection_id, reason: 'continued' as const };
    await requestSync(deps.table, ids.user_id, continuation, now);
  }
  const isCaughtUp = report.isComplete && !isSingle;
  const delivery = isCaughtUp
    ? await subscribeAccount(session, deps.mainUrl)
    : provider.delivery;
  await endSync(session, {
    status: isCaughtUp ? 'connected' : (connection.status ?? 'connected'),
    failures: isSingle ? (connection.sync_failures ?? 0) : 0,
    // A webhook about one workout says nothing about the others, so their sync stays planned.
    nextSync: isSingle
      ? 'as_planned'
      : getNextSync({ delivery }, remote_connection_id, now),
    last_sync_time: isCaughtUp ? now.toISOString() : undefined,
    progress: isSingle ? report.progress : { ...report.progress, sync_unreadable: 0 },
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
