import { newMeter } from '#shared/runtime/log.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { recordRunInOrder } from '#shared/schedule/scheduled-run.store.ts';
import { openDeclaredTable, type Table } from '#shared/table/table.ts';
import {
  bringWebhooksForward,
  listDueWebhooks,
  parseDue,
  postpone,
} from '../deliver/webhook-lease.store.ts';
import { requestJob } from '../delivery.store.ts';
import definition from './function.ts';

export const handler = runScheduled(definition, async (now) => {
  const table = openDeclaredTable(definition, newMeter());
  const bringForward = () => bringWebhooksForward(table, now);
  await recordRunInOrder(table, 'webhooks', now, bringForward);
  return wakeWebhooks(table, now);
});

/** The most webhooks of one run. */
const maxPerRun = 1000;

/** The number of webhooks that are woken at the same time. */
const concurrency = 20;

/** The time until a webhook is woken again whose job was lost, in milliseconds. */
const retryMs = 10 * 60_000;

/** Requests what is due to be sent to webhooks. Returns their number. */
export async function wakeWebhooks(
  table: Table<'query' | 'put' | 'update'>,
  now: Date,
): Promise<number> {
  const due = await listDueWebhooks(table, maxPerRun, now);
  for (let start = 0; start < due.length; start += concurrency) {
    const batch = due.slice(start, start + concurrency);
    await Promise.all(batch.map((item) => wakeWebhook(table, item, now)));
  }
  return due.length;
}

/**
 * Requests a job, and plans a repetition. The job is written first: if the run ends in between, the
 * next run requests it again.
 */
async function wakeWebhook(
  table: Table<'put' | 'update'>,
  due: { collection_sk: string },
  now: Date,
): Promise<void> {
  const ids = parseDue(due.collection_sk);
  await requestJob(table, ids, { is_due: true }, now);
  await postpone(table, due, new Date(now.getTime() + retryMs));
}
