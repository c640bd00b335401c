import { findTargetQueues, type Target } from '../target.ts';
import {
  type DeadLetterQueue,
  openDeadLetterQueue,
  openQueueClient,
} from './dead-letter-queue.ts';

/** The dead-letter queues by the id of their consumer, sorted by these ids. */
export type DeadLetterQueues = ReadonlyMap<string, DeadLetterQueue>;

/** Opens the dead-letter queues of a deployed stack, or of the local service. */
export async function openDeadLetterQueues(
  target: Omit<Target, 'table'>,
): Promise<DeadLetterQueues> {
  const urls = await findTargetQueues(target);
  const client = openQueueClient();
  const entries = Object.entries(urls).toSorted(([consumer], [otherConsumer]) =>
    consumer.localeCompare(otherConsumer),
  );
  return new Map(
    entries.map(([consumer, queueUrls]) => [
      consumer,
      openDeadLetterQueue(client, queueUrls),
    ]),
  );
}
