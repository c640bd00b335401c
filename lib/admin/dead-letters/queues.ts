import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { skipSequence } from '#functions/account/event/event.store.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { formatMessage } from '#shared/queue/send.ts';
import { eventLogs, failedRecords } from '#shared/queue/stream.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { findOwner, type Key } from '#shared/table/keys.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import type { ConsumerQueueUrls } from '../../deployment/outputs.ts';
import { type ConsumerEntry, discoverDefinitions } from '../../endpoints.ts';
import { findTargetQueues, type Target } from '../target.ts';
import {
  type DeadLetterQueue,
  openDeadLetterQueue,
  openQueueClient,
  type SendOutcome,
  sendBody,
} from './dead-letter-queue.ts';

const Text = z.string().check(z.minLength(1));
const FailedRecord = z.object({ pk: Text, sk: Text, consumer: Text });
type FailedRecord = z.infer<typeof FailedRecord>;

/** The outcome of applying the rule of a consumer to an item as it is now. */
interface Replay {
  outcome: SendOutcome;
  /** The message, if the outcome is `sent`. */
  body?: string;
}

/**
 * Opens the queue of the records of which a consumer got no message. They have no attributes, so
 * the rule of the consumer makes the message again, of the item as it is now.
 */
export function openFailedRecords(
  client: SQSClient,
  urls: ConsumerQueueUrls,
  openTable: () => ReplayTable,
): DeadLetterQueue {
  const dead_letter_queue_url = urls[failedRecords]?.dead_letter_queue_url ?? '';
  const queue = openDeadLetterQueue(client, { dead_letter_queue_url });
  return {
    ...queue,
    sendAgain: async (message) => {
      const parsed = FailedRecord.safeParse(tryParseJson(message.body));
      // One that cannot be read stays in the queue, and does not hold up those after it.
      if (!parsed.success) return 'failed';
      const record = parsed.data;
      const { consumers } = await discoverDefinitions();
      const { outcome, body } = await replay(openTable(), record, consumers);
      const queue_url = urls[record.consumer]?.queue_url;
      // The stack has no queue for it, as after a rollback.
      if (body !== undefined && queue_url === undefined) return 'failed';
      if (body !== undefined) await sendBody(client, queue_url, body);
      if (outcome !== 'failed') await queue.delete(message);
      return outcome;
    },
  };
}

/** The table with what records are made again of, and with what leaves out a number of a log. */
type ReplayTable = Table<'get' | 'update' | 'check' | 'transact'>;

/**
 * Applies the rule of a record to its item, as if the item had just been written. The events that
 * are missing in a log cannot be made again, because nothing has the item as it was before.
 */
async function replay(
  table: ReplayTable,
  { consumer: consumerId, ...key }: FailedRecord,
  consumers: readonly ConsumerEntry[],
): Promise<Replay> {
  if (consumerId === eventLogs) return restartReaders(table, key);
  const rule = consumers.find(({ id }) => id === consumerId)?.consumer.rule;
  // A deleted item has left nothing to make a message of.
  if (rule?.on !== 'write') return { outcome: 'failed' };

  const item = await table.get({ pk: key.pk, sk: key.sk });
  if (!item || !hasMember(item, rule.member)) return { outcome: 'unneeded' };
  try {
    const message = rule.toMessage({ ...item, pk: key.pk, sk: key.sk });
    return message
      ? { outcome: 'sent', body: formatMessage(message) }
      : { outcome: 'unneeded' };
  } catch {
    return { outcome: 'failed' };
  }
}

/** Makes all start again who read the log of the person to whom an item belongs. */
async function restartReaders(table: ReplayTable, key: Key): Promise<Replay> {
  const item = await table.get<{ user_id?: string }>(key);
  const user_id = item?.user_id ?? findOwner(key);
  const isDone = user_id !== undefined && (await skipSequence(table, user_id));
  return { outcome: isDone ? 'sent' : 'unneeded' };
}

/** Returns whether an item has the member that a rule requires, e.g. `mail.id`. */
function hasMember(item: object, member = ''): boolean {
  const [attribute = '', name] = member.split('.');
  if (name === undefined) return true;
  const map: unknown = new Map(Object.entries(item)).get(attribute);
  return typeof map === 'object' && map !== null && name in map;
}

/** The dead-letter queues by the id of their consumer, and the failed records, sorted by name. */
export type DeadLetterQueues = ReadonlyMap<string, DeadLetterQueue>;

/** Opens the dead-letter queues of a deployed stack, or of the local service. */
export async function openDeadLetterQueues(
  target: Omit<Target, 'table'>,
): Promise<DeadLetterQueues> {
  const urls = await findTargetQueues(target);
  const client = openQueueClient();
  const entries = Object.entries(urls).toSorted(([name], [otherName]) =>
    name.localeCompare(otherName),
  );
  return new Map(
    entries.map(([name, queueUrls]) => [
      name,
      name === failedRecords
        ? openFailedRecords(client, urls, () => openTable(newMeter()))
        : openDeadLetterQueue(client, queueUrls),
    ]),
  );
}
