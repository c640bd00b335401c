import type { ProviderCredentials } from '#functions/connections/connection/credentials.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import type {
  ConnectionIds,
  SyncSchedule,
} from '#functions/connections/connection/sync-state.ts';
import {
  toCheckState,
  type WorkoutCheck,
} from '#functions/connections/connection/workout-checks.ts';
import type {
  ProviderClient,
  ProviderContext,
  ProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import type { Provider } from '#functions/connections/provider-definition/provider.ts';
import type { ImportCounts } from '#functions/diary/workout-import/import-workouts.ts';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import type { FileFacts } from '#functions/diary/workout-import/workout-record.store.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import type { Result } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';

/** The table operations of a sync. */
export type SyncTable = Table<
  'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
>;

/** A connection with its policy, the lease that a sync holds on it, and the table of both. */
export interface SyncLease {
  readonly table: SyncTable;
  readonly ids: ConnectionIds;
  readonly leaseId: string;
  /** The connection with the progress of the sync. */
  readonly connection: Readonly<syncs.LeasedConnection>;
  readonly policy: DataPolicy;
  /** The reports that webhooks have left to this sync, and that it has noted. */
  readonly taken: readonly string[];
  readonly getNow: () => Date;
}

/** A sync between two of its steps. No step changes it: each returns what the next one needs. */
export interface Sync extends SyncLease {
  readonly dataKeys: DataKeyProvider;
  /** The bucket of files that the importer reads. */
  readonly files: Objects<'put'>;
  readonly provider: Provider;
  readonly schedule: SyncSchedule;
  readonly context: ProviderContext;
  /** Our client at the provider. Absent if accounts are connected with a key. */
  readonly client: ProviderClient | undefined;
  readonly access: SyncAccess;
  /** The workouts that were imported so far. */
  readonly counts: Readonly<ImportCounts>;
  /** The progress that is not saved yet. The end of the sync saves it, even if the sync fails. */
  readonly unsaved: syncs.SyncProgress;
  /** The workouts that were listed and whose files are still to be fetched. */
  readonly fileless: readonly FilelessWorkout[];
  /** Whether the sync has come further than the one before it. */
  readonly hasAdvanced: boolean;
  /** The digests of devices without a data source, because the person has too many. */
  readonly refusedSources: readonly string[];
}

/** A workout whose file is to be fetched, and what is known of the file. */
export interface FilelessWorkout {
  workout: ImportedWorkout;
  facts: FileFacts;
}

/** What the requests of a sync have found out about the access to the account, and its limits. */
export interface SyncAccess {
  /** Those of the connection, until the tokens are refreshed. */
  readonly credentials: ProviderCredentials;
  /** Whether the tokens could not be refreshed. Then a failure is not about one workout. */
  readonly hasNoToken: boolean;
  /** Whether the provider has allowed a request of this sync, or seems to allow others. */
  readonly isAllowed: boolean;
  /**
   * The requests that are counted towards the limits of the provider, but not yet made. They can be
   * made before `until`, in epoch seconds.
   */
  readonly reserved: { readonly count: number; readonly until: number };
  /** The number of further requests that the sync is expected to make. */
  readonly expected: number;
  /** Whether the last requests of other syncs to the provider got no response. */
  readonly hasFailures: boolean;
  /** Whether the sync need not queue up, because it has waited for its turn or made requests. */
  readonly hasTurn: boolean;
  /** When the sync may continue, in epoch seconds. Absent if no limit has stopped it. */
  readonly turn?: number;
}

/** A failure of the provider, the loss of the lease, or the end of the connection. */
export type SyncFailure = ProviderFailure | { kind: 'lease_lost' | 'disconnected' };

/** The outcome of a step: the sync after it, and what it found or why it failed. */
export type Step<T = undefined> = Result<T, SyncFailure> & { sync: Sync };

/** The milliseconds of a sync after which it begins nothing that a further sync can do. */
const maxMs = 30_000;

/** Returns whether a sync has taken so long that it has to leave the rest to a further one. */
export function isTimeUp({ context, getNow }: Sync): boolean {
  return getNow().getTime() - context.now.getTime() > maxMs;
}

/** Returns a step that succeeded. */
export function succeed(sync: Sync): Step;
export function succeed<T>(sync: Sync, value: T): Step<T>;
export function succeed(sync: Sync, value?: unknown): Step<unknown> {
  return { ok: true, value, sync };
}

/** Returns a step that failed. */
export function fail(sync: Sync, error: SyncFailure): Step<never> & { ok: false } {
  return { ok: false, error, sync };
}

/** Adds progress, which the next write of the connection saves. What it is about is imported. */
export function addProgress(sync: Sync, progress: syncs.SyncProgress): Sync {
  const { connection, unsaved } = sync;
  return {
    ...sync,
    connection: { ...connection, ...progress },
    unsaved: { ...unsaved, ...progress },
  };
}

/** Saves the progress of a sync and extends its lease. Fails if the lease is no longer held. */
export async function keepLease(
  sync: Sync,
  progress: syncs.SyncProgress = {},
): Promise<Step> {
  const added = addProgress(sync, progress);
  const { table, ids, leaseId, unsaved, getNow } = added;
  const isSaved = await syncs.saveProgress(table, ids, leaseId, unsaved, getNow());
  return isSaved
    ? succeed({ ...added, unsaved: {} })
    : fail(added, { kind: 'lease_lost' });
}

/** Returns the workouts that a sync has to look at again. */
export function getChecks({ connection }: SyncLease): readonly WorkoutCheck[] {
  return connection.sync_checks ?? [];
}

/** Sets the workouts that a sync has to look at again, unless nothing has changed. */
export function replaceChecks(sync: Sync, checks: readonly WorkoutCheck[]): Sync {
  const earlier = getChecks(sync);
  const isSame = checks === earlier || (checks.length === 0 && earlier.length === 0);
  return isSame ? sync : addProgress(sync, toCheckState(checks));
}
