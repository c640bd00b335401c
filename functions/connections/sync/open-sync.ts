import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { decryptCredentials } from '#functions/connections/connection/credentials.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import type { ConnectionIds } from '#functions/connections/connection/sync-state.ts';
import { loadSettings } from '#functions/connections/provider-credentials/settings.store.ts';
import { findProvider } from '#functions/connections/providers/find-provider.ts';
import { newCounts } from '#functions/diary/workout-import/import-workouts.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { expireMeasured, expireStale, expireUnread } from './retention.ts';
import type { Sync, SyncLease, SyncTable } from './steps.ts';
import { takeReports } from './webhook-reports.ts';

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

type OpenedConnection = SyncLease & {
  /** The progress to save: of the removal of workouts that may not be kept, and left reports. */
  retained: syncs.SyncProgress;
};

/**
 * Leases a connection, removes the workouts that may not be kept any longer, and notes the reports
 * that webhooks have left.
 */
export async function openConnection(
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
 * Begins a sync with decrypted credentials. Returns undefined if the provider is unknown or turned
 * off, or we have no client registered there.
 */
export async function openSync(
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
