import { findTargetQueues, type Target } from '../target.ts';
import {
  type DeadLetterQueue,
  openDeadLetterQueue,
  openQueueClient,
} from './dead-letter-queue.ts';

/** The dead-letter queues by the id of their consumer, in the order of the ids. */
export type DeadLetterQueues = ReadonlyMap<string, DeadLetterQueue>;

/** Opens the dead-letter queues of a deployed stack, or of the local service. */
export async function openDeadLetterQueues(
  target: Omit<Target, 'table'>,
): Promise<DeadLetterQueues> {
  const urls = await findTargetQueues(target);
  const client = openQueueClient();
  const entries = Object.entries(urls).toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  return new Map(
    entries.map(([consumer, queue]) => [consumer, openDeadLetterQueue(client, queue)]),
  );
}
