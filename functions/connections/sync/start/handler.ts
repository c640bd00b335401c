import { requestSync } from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  parseDueConnection,
  syncShards,
  toDueRange,
  toLaterRanges,
  toLostRange,
  toWaitingRange,
} from '#functions/connections/connection/sync-state.ts';
import { defaultQueueConcurrency, settingVariables } from '#shared/contract/resources.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { recordRunInOrder } from '#shared/schedule/scheduled-run.store.ts';
import { openDeclaredTable, type Table } from '#shared/table/table.ts';
import { getMaxWaiting, retryMs, waitingMs } from './capacity.ts';
import definition from './function.ts';

export const handler = runScheduled(definition, async (now) => {
  const table = openDeclaredTable(definition, newMeter());
  const later = syncShards.flatMap((shard) => toLaterRanges(shard, now, retryMs));
  const bringForward = () => syncs.bringSyncsForward(table, later, now);
  await recordRunInOrder(table, 'syncs', now, bringForward);
  const concurrency = findEnvironment(settingVariables.queueConcurrency);
  const max = getMaxWaiting(Number(concurrency ?? defaultQueueConcurrency));
  const counts = await Promise.all(
    syncShards.map((shard) => startDueSyncs(table, { shard, max }, now)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
});

/** The number of syncs that are requested at the same time. */
const batchSize = 20;

/** A shard of the index, and the most of its syncs that may wait in the queue or run. */
export interface StartedShard {
  shard: number;
  max: number;
}

/**
 * Requests the syncs that are due in a shard, those first that have been due for longest, until as
 * many wait as the queue soon processes. The others stay in the index, which keeps their order. So
 * the queue stays short, and what people and webhooks request does not wait for a backlog. Returns
 * their number.
 */
export async function startDueSyncs(
  table: Table<'query' | 'put' | 'update'>,
  { shard, max }: StartedShard,
  now: Date,
): Promise<number> {
  // A sync that was lost counts no longer after a while, so lost ones do not stop the others.
  const since = new Date(now.getTime() + retryMs - waitingMs);
  const [lost, started] = await Promise.all([
    syncs.listScheduled(table, toLostRange(shard, now), max),
    syncs.listScheduled(table, toWaitingRange(shard, since), max),
  ]);
  const room = max - started.length;
  if (room <= 0) return 0;

  const due = await syncs.listScheduled(table, toDueRange(shard, now), room);
  const items = [...lost, ...due].slice(0, room);
  let count = 0;
  for (let start = 0; start < items.length; start += batchSize) {
    const batch = items.slice(start, start + batchSize);
    const requested = await Promise.all(batch.map((item) => startSync(table, item, now)));
    count += requested.filter(Boolean).length;
  }
  return count;
}

/**
 * Requests a sync, and notes that. The request is written first: if the run ends in between, the
 * next run requests the sync again. Returns false if another run has noted it.
 */
async function startSync(
  table: Table<'put' | 'update'>,
  { collection_sk }: syncs.ScheduledSync,
  now: Date,
): Promise<boolean> {
  const ids = parseDueConnection(collection_sk);
  const { user_id, remote_connection_id } = ids;
  await requestSync(table, user_id, { remote_connection_id, reason: 'due' }, now);
  const retryAt = new Date(now.getTime() + retryMs);
  return syncs.recordStart(table, ids, collection_sk, retryAt);
}
