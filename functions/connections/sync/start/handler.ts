import { dueShards } from '#functions/connections/connection/due-index.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { openTable } from '#shared/table/table.ts';
import { startDueSyncs } from '../start-due-syncs.ts';
import definition from './function.ts';

export const handler = runScheduled(definition, async (now) => {
  const table = openTable(newMeter());
  const counts = await Promise.all(
    dueShards.map((shard) => startDueSyncs(table, shard, now)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
});
