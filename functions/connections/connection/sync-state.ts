import { createHash } from 'node:crypto';
import { maxRetryAfter } from '#functions/connections/provider-definition/call.ts';
import type { Provider } from '#functions/connections/provider-definition/provider.ts';
import { connectionKeys } from './remote-connection.keys.ts';
import type { RemoteConnection } from './remote-connection.ts';
import type { WorkoutCheck } from './workout-checks.ts';

/**
 * Why workouts are not imported at the moment, for the person: the provider cannot be reached, has
 * a limit of requests, sends unreadable responses, does not know our client, refuses our tokens or
 * their scopes, or has reported that the person withdrew our access.
 */
export type SyncProblem =
  | 'unavailable'
  | 'rate_limited'
  | 'unreadable'
  | 'misconfigured'
  | 'access_refused'
  | 'scope_missing'
  | 'access_withdrawn';

/** The progress of reading all workouts again. */
export interface Renewal {
  /** When it began, in epoch seconds. */
  began: number;
  /** The day from which on workouts are left. */
  from: string;
}

/** How far back the workouts of earlier years are read. */
export interface HistoryState {
  /** Workouts since this time are read, in ISO 8601. */
  before: string;
  /** The provider's cursor in the list of the workouts before. */
  cursor?: string;
  /** The tries in a row that have not read the values of the body of their window. */
  failures?: number;
  /** Whether there are no earlier ones. */
  is_read?: true;
}

/** How many original files of workouts were fetched so far, and how many are known to be left. */
export interface FilesState {
  fetched: number;
  left: number;
}

/** The number of workouts that a provider withholds, and the first and last of their starts. */
export interface WithheldWorkouts {
  count: number;
  first: string;
  last: string;
}

/** Counts the starts outside of those that are counted: lists overlap, and go back or on. */
export function countWithheld(
  counted: WithheldWorkouts | undefined,
  starts: readonly string[],
): WithheldWorkouts | undefined {
  const added = starts.filter(
    (start) => !counted || start < counted.first || start > counted.last,
  );
  const all = [...starts, ...(counted ? [counted.first, counted.last] : [])].toSorted();
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { count: (counted?.count ?? 0) + added.length, first, last };
}

/** What syncs know about a kind of values of the body. */
export interface MeasuredState {
  /** When it was last read, in epoch seconds. Absent if it never was. */
  read_at?: number;
  /** When a read failed, in epoch seconds: the next one waits a day. */
  tried_at?: number;
  /** The day to which the next read goes back, because a webhook has reported a change. */
  reported_since?: string;
  /** How many reads in a row got no response. */
  failures?: number;
  /** When the provider first refused it since the last read, in epoch seconds. */
  refused_since?: number;
  /** Whether the provider does not allow to read it, until the person connects again. */
  is_refused?: true;
  /** Whether the provider accepted a subscription to webhooks about it. */
  is_subscribed?: true;
}

/** The members of a stored connection that its syncs read and write. */
export interface SyncState
  extends Pick<RemoteConnection, 'status' | 'unreadable_workouts'> {
  /** The provider's cursor. The next sync lists the page that begins there. */
  sync_cursor?: string;
  /** Whether the last sync was interrupted between two pages. */
  sync_is_partial?: boolean;
  /**
   * The provider's ids of workouts of the next page that are imported already. An interrupted sync
   * fetched them one by one.
   */
  sync_fetched?: readonly string[];
  /** The workouts that a sync has to look at again (decision 0046). */
  sync_checks?: readonly WorkoutCheck[];
  /** Reports of webhooks that arrived while a sync ran, each as a `WebhookReport` in JSON. */
  sync_reports?: ReadonlySet<string>;
  /**
   * When the sync may continue, in epoch seconds. Present while it waits for a rate limit of the
   * provider (decision 0046).
   */
  sync_turn?: number;
  /** The data source of each device of the account: its id, by a digest of the device's id. */
  sync_sources?: Readonly<Record<string, string>>;
  /**
   * Since when the workouts of the diary are confirmed: all of them were read from the provider at
   * this time or later, in epoch seconds. 0 if the diary has none. Only if the provider limits how
   * long they may be kept.
   */
  renewed_at?: number;
  /** A renewal that is not complete. */
  renewal?: Renewal;
  /** Whether the provider accepted a subscription to webhooks for the account. */
  webhook_subscribed?: true;
  /** The scopes that the person granted. Absent if release 0.6.0 or an earlier one connected it. */
  granted_scopes?: readonly string[];
  /** The kinds of values of the body, by their names. */
  sync_measured?: Readonly<Record<string, MeasuredState>>;
  /** When the person last connected the account, in epoch seconds. */
  authorized_at?: number;
  /** The number of entries that were created from workouts of the connection. */
  sync_imported?: number;
  /** Present if the person has asked for all years. */
  sync_history?: HistoryState;
  /** The original files that were fetched, and those that the last list has left. */
  sync_files?: FilesState;
  /** The workouts that the provider has but withholds, between two local starts. */
  sync_withheld?: WithheldWorkouts;
  /** Why the last sync failed. Absent if it succeeded. */
  sync_problem?: SyncProblem;
  /**
   * When the provider first refused access to the workouts since the last successful sync, in epoch
   * seconds (decision 0046).
   */
  sync_refused_since?: number;
  /** The syncs that have failed since the last successful sync. */
  sync_failures?: number;
  /** The id of the sync in progress. No other sync starts until its lease ends. */
  sync_lease?: string;
  /** When the lease ends, in epoch seconds. */
  sync_lease_until?: number;
  /** When the user last requested a sync, in epoch seconds. */
  sync_requested_at?: number;
  /** The shard of the connection in the index of due syncs. Absent if no sync is planned. */
  collection?: string;
  /** The sort key of the connection in this index, which begins with the time of the next sync. */
  collection_sk?: string;
}

export type SyncedConnection = RemoteConnection & SyncState;

/** The days back that the first sync of a connection reads. */
export const firstSyncDays = 30;

/**
 * Returns the start of the interval that the first sync of a connection reads. Later syncs continue
 * at the cursor.
 */
export function getImportStart({
  created_datetime,
}: Pick<RemoteConnection, 'created_datetime'>): Date {
  return new Date(Date.parse(created_datetime) - firstSyncDays * 86_400_000);
}

/**
 * The number of partitions over which the index is sharded. A partition accepts about 1,000
 * writes a second. A sync changes its time twice, and each change deletes a row and inserts one.
 */
const shardCount = 8;

/** The shards of the index of due and started syncs. */
export const syncShards: readonly number[] = Array.from(
  { length: shardCount },
  (_, shard) => shard,
);

/** Minutes between two syncs. They are daily if the provider sends webhooks. */
export const intervalMinutes = { poll: 15, push: 24 * 60 } as const;

/** Decides how often a connection is synchronized. */
export interface SyncSchedule extends Pick<Provider, 'delivery'> {
  /** The minutes between two syncs that the operator has set for the provider. */
  sync_minutes?: number | undefined;
}

/** The longest delay after failures, in minutes. */
const maxDelayMinutes = 6 * 60;

/** The ids of a remote connection and of its user. */
export interface ConnectionIds {
  user_id: string;
  remote_connection_id: string;
}

/** Returns the index attributes of a connection that is due for a sync at a time. */
export function toDueAttributes(
  { user_id, remote_connection_id }: ConnectionIds,
  at: Date,
): Required<Pick<SyncState, 'collection' | 'collection_sk'>> {
  const shard = getOffset(remote_connection_id, shardCount);
  return {
    collection: connectionKeys.dueSyncs(shard),
    collection_sk: `${at.toISOString()} ${user_id} ${remote_connection_id}`,
  };
}

/**
 * Returns the index attributes of a connection whose sync has been requested. They stay until a
 * sync ends; at `retryAt` it is requested again.
 */
export function toStartedAttributes(ids: ConnectionIds, retryAt: Date) {
  const { collection, collection_sk } = toDueAttributes(ids, retryAt);
  return { collection, collection_sk: toStartedKey(collection_sk) };
}

/**
 * Returns the sort key of a started sync, a thousand years earlier. So they are together before
 * those that are planned, and release 0.1.0 finds them overdue after a rollback.
 */
function toStartedKey(sortKey: string): string {
  return sortKey.replace(/^2/, '1');
}

/** Parses the ids from the sort key of the index. */
export function parseDueConnection(collection_sk: string): ConnectionIds {
  const [, user_id = '', remote_connection_id = ''] = collection_sk.split(' ');
  return { user_id, remote_connection_id };
}

/** Parses the time of the next sync from the sort key of the index. */
export function parseDueTime(collection_sk: string): Date {
  const [at = ''] = collection_sk.split(' ');
  return new Date(at.replace(/^1/, '2'));
}

/**
 * Returns the range of a shard with the connections that are due at a time. `2` sorts before every
 * time, and `~` after every user id.
 */
export function toDueRange(shard: number, now: Date) {
  const collection = connectionKeys.dueSyncs(shard);
  return { collection, from: '2', to: `${now.toISOString()} ~` };
}

/** Returns the range of a shard with the started syncs that are to be requested again. */
export function toLostRange(shard: number, now: Date) {
  const { collection, to } = toDueRange(shard, now);
  return { collection, from: '1', to: toStartedKey(to) };
}

/** Returns the range of a shard with the started syncs whose retry is planned after a time. */
export function toWaitingRange(shard: number, retryAfter: Date) {
  const collection = connectionKeys.dueSyncs(shard);
  return { collection, from: toStartedKey(retryAfter.toISOString()), to: '2' };
}

/** Returns the ranges of a shard with all that is planned later than by a clock that is right. */
export function toLaterRanges(shard: number, now: Date, retryMs: number) {
  const { collection, to: from } = toDueRange(shard, now);
  const retryAfter = new Date(now.getTime() + retryMs);
  return [{ collection, from, to: '3' }, toWaitingRange(shard, retryAfter)];
}

/**
 * Returns the regular time of the next sync. Each id has its own offset in the interval, which
 * spreads the load.
 */
export function getNextSync(
  { delivery, sync_minutes = intervalMinutes[delivery] }: SyncSchedule,
  remote_connection_id: string,
  now: Date,
): Date {
  const intervalMs = sync_minutes * 60_000;
  const offsetMs = getOffset(remote_connection_id, intervalMs);
  const passedMs = (now.getTime() - offsetMs) % intervalMs;
  return new Date(now.getTime() - passedMs + intervalMs);
}

/**
 * Returns when to try again after a number of failed syncs. The delay doubles each time. It is at
 * least `retryAfter` seconds, but at most a day.
 */
export function getRetryTime(failures: number, now: Date, retryAfter = 0): Date {
  const delayMinutes = Math.min(2 ** failures, maxDelayMinutes);
  const retryAfterMs = Math.min(retryAfter, maxRetryAfter) * 1000;
  const delayMs = Math.max(delayMinutes * 60_000, retryAfterMs);
  return new Date(now.getTime() + delayMs);
}

/** The shortest pause in minutes before a sync that only looks at some workouts again. */
const minCheckMinutes = 5;

/** Returns the regular time of the next sync, or an earlier one at which it has to look again. */
export function getNextSyncOrCheck(
  schedule: SyncSchedule,
  remote_connection_id: string,
  { sync_checks = [] }: Pick<SyncState, 'sync_checks'>,
  now: Date,
): Date {
  const regular = getNextSync(schedule, remote_connection_id, now);
  const nextChecks = sync_checks.map(({ next }) => next * 1000);
  const earliest = now.getTime() + minCheckMinutes * 60_000;
  const check = Math.max(Math.min(...nextChecks), earliest);
  return check < regular.getTime() ? new Date(check) : regular;
}

/** Returns when to retry a sync that only the operator can repair: after the maximum delay. */
export function getMaxDelayRetryTime(now: Date): Date {
  return new Date(now.getTime() + maxDelayMinutes * 60_000);
}

/** Returns the offset of a connection in an interval, by which connections are spread over it. */
export function getOffset(remote_connection_id: string, interval: number): number {
  const digest = createHash('sha256').update(remote_connection_id).digest();
  return digest.readUInt32BE() % interval;
}
