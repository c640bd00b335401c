import { atMostOrAbsent } from '../table/condition.ts';
import type { Table } from '../table/table.ts';
import { scheduleKeys } from './schedule.keys.ts';

/** The clocks of two machines differ by less, in milliseconds. */
const maxDifferenceMs = 60_000;

/**
 * Records the time of a run of a schedule. If it is before that of an earlier run, because a clock
 * was ahead, calls `bringForward` before, for all that waits for the time of that clock.
 */
export async function recordRunInOrder(
  table: Table<'update'>,
  name: string,
  now: Date,
  bringForward: () => Promise<void>,
): Promise<void> {
  const key = scheduleKeys.scheduledRun(name);
  const change = { set: { last_run_datetime: now.toISOString() } };
  const limit = new Date(now.getTime() + maxDifferenceMs).toISOString();
  const isInOrder = { last_run_datetime: atMostOrAbsent(limit) };
  const recorded = await table.update(key, change, isInOrder);
  if (recorded.done) return;
  await bringForward();
  await table.update(key, change, {});
}
