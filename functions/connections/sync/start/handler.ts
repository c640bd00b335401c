import { requestSync } from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  dueShards,
  parseDueConnection,
  toDueRange,
} from '#functions/connections/connection/sync-state.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import consumer from '../consumer.ts';
import definition from './function.ts';

export const handler = runScheduled(definition, async (now) => {
  const table = openTable(newMeter());
  const counts = await Promise.all(
    dueShards.map((shard) => startDueSyncs(table, shard, now)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
});

/** The maximum number of syncs that one run of the schedule starts in a shard of the index. */
const maxPerRun = 500;

/** The number of syncs that are requested at the same time. */
const batchSize = 20;

/**
 * Milliseconds after which a sync that was requested and never ended is requested again. The queue
 * repeats a message for half of this time. A second message for a sync that still waits in a long
 * queue would only make the queue longer.
 */
const retryMs = 2 * consumer.maxAge * 1000;

interface DueItem {
  collection_sk: string;
}

/** Requests the syncs that are due in a shard of the index. Returns their number. */
export async function startDueSyncs(
  table: Table<'query' | 'put' | 'update'>,
  shard: string,
  now: Date,
): Promise<number> {
  const page = { ...toDueRange(shard, now), limit: maxPerRun };
  const items = await table.queryPage<DueItem>(page);
  let count = 0;
  for (let start = 0; start < items.length; start += batchSize) {
    const batch = items.slice(start, start + batchSize);
    const started = await Promise.all(batch.map((item) => startSync(table, item, now)));
    count += started.filter(Boolean).length;
  }
  return count;
}

/**
 * Requests a sync, and plans a retry. The request is written first: if the run ends in between, the
 * next run requests the sync again. Returns false if another run has planned the retry.
 */
async function startSync(
  table: Table<'put' | 'update'>,
  { collection_sk }: DueItem,
  now: Date,
): Promise<boolean> {
  const ids = parseDueConnection(collection_sk);
  const { user_id, remote_connection_id } = ids;
  await requestSync(table, user_id, { remote_connection_id, reason: 'due' }, now);
  const nextAttempt = new Date(now.getTime() + retryMs);
  return syncs.postpone(table, ids, collection_sk, nextAttempt);
}
