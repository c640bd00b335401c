import { newMeter } from '#shared/runtime/log.ts';
import { runScheduled } from '#shared/schedule/run-scheduled.ts';
import { equals } from '#shared/table/condition.ts';
import { openDeclaredTable, type Table } from '#shared/table/table.ts';
import { parseDue, toWebhookDueAttributes } from '../deliver/webhook-lease.store.ts';
import { requestJob } from '../delivery.store.ts';
import { webhookKeys } from '../webhook.keys.ts';
import type { Webhook } from '../webhook.ts';
import definition from './function.ts';

export const handler = runScheduled(definition, (now) =>
  wakeWebhooks(openDeclaredTable(definition, newMeter()), now),
);

/** The most webhooks of one run. */
const maxPerRun = 1000;

/** The number of webhooks that are woken at the same time. */
const concurrency = 20;

/** The time until a webhook is woken again whose job was lost, in milliseconds. */
const retryMs = 10 * 60_000;

interface DueItem {
  collection_sk: string;
}

/** Requests what is due to be sent to webhooks. Returns their number. */
export async function wakeWebhooks(
  table: Table<'query' | 'put' | 'update'>,
  now: Date,
): Promise<number> {
  const collection = webhookKeys.dueWebhooks();
  // Every datetime (ISO 8601) sorts after `0`, and `~` sorts after every id.
  const to = `${now.toISOString()}#~`;
  const due = await table.queryPage<DueItem>({
    collection,
    from: '0',
    to,
    limit: maxPerRun,
  });
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
  { collection_sk }: DueItem,
  now: Date,
): Promise<void> {
  const ids = parseDue(collection_sk);
  const key = webhookKeys.webhook(ids.client_id, ids.id);
  await requestJob(table, ids, { is_due: true }, now);
  const again = new Date(now.getTime() + retryMs).toISOString();
  const isSame = { collection_sk: equals(collection_sk) };
  const change = { set: toWebhookDueAttributes(ids, again) };
  const outcome = await table.update<Webhook>(key, change, isSame);
  if (!outcome.done || outcome.item.state !== 'disabled') return;
  await table.update(key, { remove: ['collection', 'collection_sk'] }, isDisabled);
}

const isDisabled = { state: equals('disabled') };
