import { failedRecords } from '#shared/queue/failed-record.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { openTable } from '#shared/table/table.ts';
import { findTargetQueues, type Target } from '../target.ts';
import {
  type DeadLetterQueue,
  openDeadLetterQueue,
  openQueueClient,
} from './dead-letter-queue.ts';
import { openFailedRecords } from './failed-records.ts';

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
