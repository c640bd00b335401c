import { createHash } from 'node:crypto';
import type { Provider } from '../provider/provider.ts';
import { keys } from '../table/keys.ts';
import type { SyncState } from './sync-state.ts';

/**
 * The number of partitions of the index. One takes about 1,000 writes a second, and each sync writes
 * its position twice.
 */
const shardCount = 8;

/** The partitions of the index of due syncs. */
export const dueShards: readonly string[] = Array.from(
  { length: shardCount },
  (_, shard) => keys.dueSyncs(shard),
);

/** Minutes between two syncs: every 15 minutes, or daily if the provider pushes (decision R7). */
const intervalMinutes = { poll: 15, push: 24 * 60 } as const;

/** The longest delay after failures, in minutes. */
const maxDelayMinutes = 6 * 60;

/** A connection in the index of due syncs. */
export interface DuePosition {
  user_id: string;
  remote_connection_id: string;
}

/** Returns the attributes that place a connection in the index, to be synchronized at a time. */
export function toDueAttributes(
  { user_id, remote_connection_id }: DuePosition,
  at: Date,
): Required<Pick<SyncState, 'collection' | 'collection_sk'>> {
  const shard = hash(remote_connection_id) % shardCount;
  return {
    collection: keys.dueSyncs(shard),
    collection_sk: `${at.toISOString()} ${user_id} ${remote_connection_id}`,
  };
}

/** Parses the position of a connection in the index. */
export function parseDuePosition(collection_sk: string): DuePosition {
  const [, user_id = '', remote_connection_id = ''] = collection_sk.split(' ');
  return { user_id, remote_connection_id };
}

/** Returns the range of the index in which syncs are due at a time. */
export function toDueRange(shard: string, now: Date) {
  return { collection: shard, from: '0', to: `${now.toISOString()} ~` };
}

/** Returns the regular time of the next sync. Connections are spread over the interval by their id. */
export function getNextSync(
  { delivery }: Pick<Provider, 'delivery'>,
  remote_connection_id: string,
  now: Date,
): Date {
  const intervalMs = intervalMinutes[delivery] * 60_000;
  const offsetMs = hash(remote_connection_id) % intervalMs;
  const passed = (now.getTime() - offsetMs) % intervalMs;
  return new Date(now.getTime() - passed + intervalMs);
}

/** Returns when to try again after a number of failed syncs. The delay doubles each time. */
export function getRetryTime(failures: number, now: Date, retryAfter = 0): Date {
  const delayMinutes = Math.min(2 ** failures, maxDelayMinutes);
  const delayMs = Math.max(delayMinutes * 60_000, retryAfter * 1000);
  return new Date(now.getTime() + delayMs);
}

function hash(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE();
}
