import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { getLeaseLimit } from '#shared/runtime/lease.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  atMostOrAbsent,
  belowOrAbsent,
  equals,
  exists,
  hasFewerThan,
  isPresent,
} from '#shared/table/condition.ts';
import type { ListedEntry, Table, TransactionChange } from '#shared/table/table.ts';
import type { StoredConnection } from './credentials.ts';
import type { ConnectionStatus } from './remote-connection.ts';
import { pickReport, type WebhookReport } from './sync-request.store.ts';
import {
  type ConnectionIds,
  parseDueConnection,
  type SyncedConnection,
  type SyncProblem,
  type SyncState,
  toDueAttributes,
  type toDueRange,
  toStartedAttributes,
} from './sync-state.ts';
import { maxChecks } from './workout-checks.ts';

/** A connection whose lease a sync holds, with the encrypted tokens of the provider. */
export type LeasedConnection = StoredConnection & SyncState;

/** Seconds after which the lease of a sync ends, unless the sync saves progress. */
export const leaseSeconds = 180;

export type LeaseOutcome =
  | { outcome: 'leased'; connection: LeasedConnection }
  | { outcome: 'busy' | 'not_found' };

/** Starts a sync with the id `leaseId` unless another sync of the connection holds the lease. */
export async function lease(
  table: Table<'update'>,
  { user_id, remote_connection_id }: ConnectionIds,
  leaseId: string,
  now: Date,
): Promise<LeaseOutcome> {
  const key = originKeys.remoteConnection(user_id, remote_connection_id);
  const ended = toEpochSeconds(getLeaseLimit(now, leaseSeconds * 1000));
  const outcome = await table.update<LeasedConnection>(
    key,
    {
      set: { sync_lease: leaseId, sync_lease_until: toEpochSeconds(now) + leaseSeconds },
    },
    { ...exists, sync_lease_until: belowOrAbsent(ended) },
  );
  if (outcome.done) return { outcome: 'leased', connection: outcome.item };
  return { outcome: outcome.existing ? 'busy' : 'not_found' };
}

/** The most reports that are left to the next sync, which can note as many. */
const maxReports = maxChecks.reported;

/**
 * Leaves what a webhook has reported to the sync after the one that runs. Returns false if none
 * runs, or too many reports are left. Two reports are never the same, because the sync that runs
 * removes those that were left to it.
 */
export async function leaveReport(
  table: Table<'update'>,
  { user_id, remote_connection_id }: ConnectionIds,
  request: WebhookReport,
  now: Date,
): Promise<boolean> {
  const key = originKeys.remoteConnection(user_id, remote_connection_id);
  const report = { id: newId(now), ...pickReport(request) };
  const change = { include: { sync_reports: JSON.stringify(report) } };
  const condition = { sync_lease: isPresent, sync_reports: hasFewerThan(maxReports) };
  const { done } = await table.updateWithoutReturnValues(key, change, condition);
  return done;
}

/** The members of its connection that a sync changes while it runs. */
export type SyncProgress = Partial<
  Pick<
    LeasedConnection,
    | 'sync_cursor'
    | 'sync_is_partial'
    | 'sync_fetched'
    | 'sync_checks'
    | 'sync_sources'
    | 'renewed_at'
    | 'renewal'
    | 'sync_imported'
    | 'sync_withheld'
    | 'sync_history'
    | 'sync_files'
    | 'unreadable_workouts'
    | 'webhook_subscribed'
    | 'sync_measured'
    | 'provider_tokens'
  >
>;

/**
 * Saves the progress of a sync and extends its lease. Returns whether the sync still has the lease;
 * otherwise nothing is saved.
 */
export async function saveProgress(
  table: Table<'update'>,
  ids: ConnectionIds,
  leaseId: string,
  progress: SyncProgress,
  now: Date,
): Promise<boolean> {
  const saved = toProgressChange(ids, leaseId, progress, now);
  const { done } = await table.update(saved.update, saved.change, saved.condition);
  return done;
}

/**
 * Stores the request to read some files, and notes what became of others, with the progress of a
 * sync. Returns what failed: nothing, the lease of the sync, or that a workout is gone meanwhile.
 */
export async function saveFiles(
  table: Table<'put' | 'update' | 'transact'>,
  { ids, leaseId }: { ids: ConnectionIds; leaseId: string },
  changes: readonly TransactionChange<'put' | 'update'>[],
  progress: SyncProgress,
  now: Date,
): Promise<'saved' | 'lease_lost' | 'changed'> {
  const saved = toProgressChange(ids, leaseId, progress, now);
  const result = await table.transact([saved, ...changes]);
  if (result.done) return 'saved';
  return result.failures.some(({ index }) => index === 0) ? 'lease_lost' : 'changed';
}

/** Returns the change that saves progress, unless the sync no longer has the lease. */
export function toProgressChange(
  { user_id, remote_connection_id }: ConnectionIds,
  leaseId: string,
  progress: SyncProgress,
  now: Date,
) {
  const sync_lease_until = toEpochSeconds(now) + leaseSeconds;
  return {
    update: originKeys.remoteConnection(user_id, remote_connection_id),
    change: { set: { ...progress, sync_lease_until } },
    condition: { sync_lease: equals(leaseId) },
  };
}

/** The end of a sync, as the connection keeps it. */
export interface SyncEnd {
  status: ConnectionStatus;
  failures: number;
  /** Why the sync failed. Absent if it succeeded. */
  problem?: SyncProblem | undefined;
  /** When the provider first refused access, in epoch seconds. Absent if the sync succeeded. */
  refused_since?: number | undefined;
  /** When this sync ended, if it was complete. */
  last_sync_time?: string | undefined;
  /** Progress to save in the same write. */
  progress?: SyncProgress | undefined;
  /**
   * When the next sync is due; `as_planned` keeps the planned time. Absent if no sync is to follow,
   * e.g. until the person connects again.
   */
  nextSync?: Date | 'as_planned' | undefined;
  /** When the sync may continue, in epoch seconds, if a rate limit has stopped it. */
  turn?: number | undefined;
  /** The left reports that the progress has. */
  taken?: readonly string[];
}

/**
 * Ends a sync: plans the next sync and releases the lease. Returns the connection if the sync still
 * had the lease; otherwise nothing is saved.
 */
export async function finish(
  table: Table<'update'>,
  ids: ConnectionIds,
  leaseId: string,
  end: SyncEnd,
): Promise<SyncedConnection | undefined> {
  const { status, failures, problem, refused_since, last_sync_time } = end;
  const { progress, nextSync, turn, taken = [] } = end;
  const key = originKeys.remoteConnection(ids.user_id, ids.remote_connection_id);
  const planned = nextSync instanceof Date ? toDueAttributes(ids, nextSync) : {};
  const removed = nextSync ? [] : ['collection', 'collection_sk'];
  // A sync that keeps the planned time also keeps its turn, and the reason for the time.
  if (turn === undefined && nextSync !== 'as_planned') removed.push('sync_turn');
  if (problem === undefined && nextSync !== 'as_planned') removed.push('sync_problem');
  if (refused_since === undefined) removed.push('sync_refused_since');
  const set = compact({
    status,
    sync_failures: failures,
    sync_problem: problem,
    sync_refused_since: refused_since,
    last_sync_time,
    sync_turn: turn,
  });
  const change = {
    set: { ...set, ...progress, ...planned },
    remove: ['sync_lease', 'sync_lease_until', ...removed],
    exclude: taken.length > 0 ? { sync_reports: taken } : {},
  };
  const holdsLease = { sync_lease: equals(leaseId) };
  const outcome = await table.update<SyncedConnection>(key, change, holdsLease);
  return outcome.done ? outcome.item : undefined;
}

/**
 * Ends the authorization of a connection, because the person withdrew our access at the provider.
 * A running sync loses its lease. The planned one will find out whether a further one is needed.
 * Returns false if the account was connected later than `withdrawnAt` (epoch seconds), or if the
 * connection was deleted.
 */
export async function endAuthorization(
  table: Table<'update'>,
  { user_id, remote_connection_id }: ConnectionIds,
  withdrawnAt: number,
): Promise<boolean> {
  const status: ConnectionStatus = 'reauthorization_required';
  const sync_problem: SyncProblem = 'access_withdrawn';
  const change = {
    set: { status, sync_problem },
    remove: ['sync_lease', 'sync_lease_until', 'sync_turn'],
  };
  const isLater = { ...exists, authorized_at: atMostOrAbsent(withdrawnAt) };
  const key = originKeys.remoteConnection(user_id, remote_connection_id);
  const { done } = await table.update(key, change, isLater);
  return done;
}

/** A connection in the index of due syncs. */
export type ScheduledSync = Pick<ListedEntry, 'collection_sk'>;

/** Lists the connections of a range of the index of due syncs. */
export function listScheduled(
  table: Table<'query'>,
  range: ReturnType<typeof toDueRange>,
  limit: number,
): Promise<ScheduledSync[]> {
  return table.queryPage<ScheduledSync>({ ...range, limit });
}

/**
 * Records that the sync of a connection that is due was started, so that the schedule starts it
 * once. Returns false if another run of the schedule has started it, or if the connection was
 * deleted.
 */
export async function recordStart(
  table: Table<'update'>,
  ids: ConnectionIds,
  dueAt: string,
  retryAt: Date,
): Promise<boolean> {
  const key = originKeys.remoteConnection(ids.user_id, ids.remote_connection_id);
  const set = toStartedAttributes(ids, retryAt);
  const isDue = { pk: isPresent, collection_sk: equals(dueAt) };
  const outcome = await table.update(key, { set }, isDue);
  return outcome.done;
}

/** The connections that are brought forward by one read of the index. */
const pageSize = 100;

/**
 * Makes all connections of some ranges of the index due now, because the clock that planned their
 * syncs was ahead. None waits for its turn, and no sync of that clock keeps its lease.
 */
export async function bringSyncsForward(
  table: Table<'query' | 'update'>,
  ranges: readonly ReturnType<typeof toDueRange>[],
  now: Date,
): Promise<void> {
  for (const range of ranges)
    for (let { from } = range; ; ) {
      const page = await listScheduled(table, { ...range, from }, pageSize);
      const last = page.at(-1);
      if (!last) break;
      for (const { collection_sk } of page) {
        const ids = parseDueConnection(collection_sk);
        const key = originKeys.remoteConnection(ids.user_id, ids.remote_connection_id);
        const lease = ['sync_lease', 'sync_lease_until'];
        const remove = ['sync_turn', 'sync_requested_at', ...lease];
        const change = { set: toDueAttributes(ids, now), remove };
        await table.update(key, change, { collection_sk: equals(collection_sk) });
      }
      from = `${last.collection_sk} `;
    }
}
