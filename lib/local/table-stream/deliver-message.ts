import type { SQSBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import type { MessageQueues, QueueMessage } from './message-queues.ts';

/** What a delivery needs from the rest of the runner. */
export interface DeliveryDeps {
  clock: Pick<Clock, 'now'>;
  invoke: Invoke;
  /** Prints a warning for the developer. */
  warn: (line: string) => void;
}

/** Returns whether the function processed the message, without an error or a batch item failure. */
async function isProcessed(
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
 * Delivers one message to its function as SQS does: it deletes the message, or retries it later.
 * There is no dead-letter queue: after the last attempt the message is deleted with a warning.
 */
export async function deliverMessage(
  message: QueueMessage,
  { functionArn, queue, visibilityTimeout, maxReceiveCount }: StreamRoute,
  queues: MessageQueues,
  { clock, invoke, warn }: DeliveryDeps,
): Promise<void> {
  queues.receive(message, clock.now() + visibilityTimeout * 1000);
  if (await isProcessed(message, functionArn, invoke)) {
    queues.delete(message);
    return;
  }

  if (message.receives < maxReceiveCount) return;
  queues.delete(message);
  warn(`${queue}: deleted a message after ${message.receives} failed attempts.`);
}
