import type { SQSBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import type { ConsumedQueue } from '../template/event-sources.ts';
import type { MessageQueues } from './message-queues.ts';
import type { QueueMessage } from './queue-file.ts';

/** What a delivery needs from the rest of the runner. */
export interface DeliveryDeps {
  clock: Pick<Clock, 'now'>;
  invoke: Invoke;
  /** Prints a warning for the developer. */
  warn: (line: string) => void;
}

/** Invokes the function. Returns false after an error or a batch item failure. */
async function processMessage(
  { id: messageId, body }: QueueMessage,
  functionArn: string,
  invoke: Invoke,
): Promise<boolean> {
  const event = { Records: [{ messageId, body }] };
  const result = await invoke(functionArn, JSON.stringify(event));
  if (!result.ok) return false;

  const response: SQSBatchResponse | null = JSON.parse(result.payload);
  const failures = response?.batchItemFailures ?? [];
  return failures.length === 0;
}

/**
 * Delivers one message to its function as SQS does. Deletes the message if the function processes
 * it; otherwise the message becomes visible again later. Moves the message to the dead-letter queue
 * after the last attempt, with a warning.
 */
export async function deliverMessage(
  message: QueueMessage,
  source: ConsumedQueue,
  queues: MessageQueues,
  { clock, invoke, warn }: DeliveryDeps,
): Promise<void> {
  const { functionArn, queue, deadLetterQueue, visibilityTimeout, maxReceiveCount } =
    source;
  queues.receive(message, clock.now() + visibilityTimeout * 1000);
  await queues.flush();
  const isProcessed = await processMessage(message, functionArn, invoke);
  if (isProcessed) {
    queues.delete(message);
    return queues.flush();
  }

  if (message.receives < maxReceiveCount) return;
  queues.moveToDeadLetters(message, deadLetterQueue, clock.now());
  await queues.flush();
  warn(
    `${queue}: moved a message to the dead-letter queue after ${message.receives} failed ` +
      'attempts. See npm run admin -- dead-letters list.',
  );
}
