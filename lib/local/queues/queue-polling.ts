import type { SQSBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import type { Clock } from '../host/clock.ts';
import { waitForGracePeriod } from '../host/listen.ts';
import type { ConsumedQueue } from '../template/event-sources.ts';
import type { MessageQueues, QueueMessage } from './message-queues.ts';

interface DeliveryDeps {
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

const pollingIntervalMs = 1000;

export interface PollingDeps extends DeliveryDeps {
  /** Whether a store that the functions need has crashed and has not been restarted yet. */
  isUnavailable: () => boolean;
}

/** Starts to deliver the visible messages of all queues in parallel. */
function deliverVisible(
  sources: readonly ConsumedQueue[],
  queues: MessageQueues,
  deps: DeliveryDeps,
): Promise<void>[] {
  const now = deps.clock.now();
  return sources.flatMap((source) => {
    const messages = queues.listVisible(source.queue, now);
    return messages.map((message) => deliverMessage(message, source, queues, deps));
  });
}

/**
 * Creates the delivery of the messages of all queues. Once it is started, it delivers new messages
 * at once, and polls for messages that become visible again, as the event source mappings of the
 * stack do.
 */
export function createQueuePolling(
  sources: readonly ConsumedQueue[],
  queues: MessageQueues,
  deps: PollingDeps,
) {
  const { clock, warn, isUnavailable } = deps;
  const inFlight = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Delivers all visible messages once, and waits for these and for earlier deliveries. */
  async function drainQueues(): Promise<void> {
    // A delivery that starts now could be cut off. Its message would then be hidden until the
    // visibility timeout ends.
    if (isStopped) return;
    queues.deleteExpired(clock.now());
    for (const delivery of deliverVisible(sources, queues, deps)) {
      const settled = delivery.finally(() => inFlight.delete(settled));
      inFlight.add(settled);
    }
    await Promise.all(inFlight);
  }

  function poll(): void {
    if (isUnavailable()) return;
    drainQueues().catch((error) => warn(`Messages cannot be delivered: ${error}`));
  }

  return {
    drainQueues,
    /** From now on, messages are delivered without a call of `drainQueues`. */
    start: () => {
      queues.onSend(poll);
      timer = setInterval(poll, pollingIntervalMs).unref();
    },
    /** Starts no further delivery, and waits for those in flight until the grace period ends. */
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await waitForGracePeriod(Promise.allSettled(inFlight));
    },
  };
}
