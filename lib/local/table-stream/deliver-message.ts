import type { SQSBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
import type { MessageQueues, QueueMessage } from './message-queues.ts';

/** Who takes messages up, and by which time. */
export interface DeliveryDeps {
  clock: Pick<Clock, 'now'>;
  invoke: Invoke;
  /** Receives what a developer should know. */
  warn: (line: string) => void;
}

/** Whether the function wants a message again, or failed, which is the same to a queue. */
async function isKept(
  { id: messageId, body }: QueueMessage,
  functionArn: string,
  invoke: Invoke,
): Promise<boolean> {
  const outcome = await invoke(functionArn, JSON.stringify({ Records: [{ messageId, body }] }));
  if (!outcome.ok) return true;
  const response: SQSBatchResponse | null = JSON.parse(outcome.payload);
  return (response?.batchItemFailures ?? []).length > 0;
}

/**
 * Hands one message to its function, and does with it what the queue would. What is given up is forgotten: nobody looks
 * for it on one machine.
 */
export async function deliverMessage(
  message: QueueMessage,
  { functionArn, queue, visibilityTimeout, maxReceiveCount }: StreamRoute,
  queues: MessageQueues,
  { clock, invoke, warn }: DeliveryDeps,
): Promise<void> {
  queues.receive(message, clock.now() + visibilityTimeout * 1000);
  const kept = await isKept(message, functionArn, invoke);
  const isGivenUp = kept && message.receives >= maxReceiveCount;
  if (!kept || isGivenUp) queues.delete(message);
  if (isGivenUp)
    warn(`${queue}: a message was tried ${message.receives} times in vain and is given up.`);
}
