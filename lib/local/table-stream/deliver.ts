import type { SQSBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import type { RemovalRoute } from '../template/stream-routes.ts';
import type { Backlog, Message } from './queue.ts';

/** Who takes messages up, and by which time. */
export interface AttemptSurroundings {
  clock: Pick<Clock, 'now'>;
  invoke: Invoke;
  /** Receives what a developer should know. */
  notice: (line: string) => void;
}

/** Whether the function wants a message again, or failed, which is the same to a queue. */
async function isKept(
  { id: messageId, body }: Message,
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
export async function attempt(
  message: Message,
  { functionArn, queue, visibilityTimeout, maxReceiveCount }: RemovalRoute,
  backlog: Backlog,
  { clock, invoke, notice }: AttemptSurroundings,
): Promise<void> {
  backlog.receive(message, clock.now() + visibilityTimeout * 1000);
  const kept = await isKept(message, functionArn, invoke);
  const isGivenUp = kept && message.receives >= maxReceiveCount;
  if (!kept || isGivenUp) backlog.remove(message);
  if (isGivenUp)
    notice(`${queue}: a message was tried ${message.receives} times in vain and is given up.`);
}
