import type { SQSBatchResponse } from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import { maxInstancesOfFunction } from '../functions/pool.ts';
import type { Clock } from '../host/clock.ts';
import { waitForGracePeriod } from '../host/listen.ts';
import type { ConsumedQueue } from '../template/event-sources.ts';
import { type MessageQueues, type QueueMessage, toHiddenTime } from './message-queues.ts';

/** The deps of what invokes functions by itself. */
export interface DeliveryDeps {
  clock: Pick<Clock, 'now'>;
  invoke: Invoke;
  /** Prints a warning for the developer. */
  warn: (line: string) => void;
}

/**
 * Invokes the function. Returns the ids of the messages that failed, after an error all of them.
 */
async function processBatch(
  batch: readonly QueueMessage[],
  functionArn: string,
  invoke: Invoke,
): Promise<ReadonlySet<string>> {
  const Records = batch.map(({ id: messageId, body }) => ({ messageId, body }));
  const result = await invoke(functionArn, JSON.stringify({ Records }));
  if (!result.ok) return new Set(batch.map(({ id }) => id));

  const response: SQSBatchResponse | null = JSON.parse(result.payload);
  const failures = response?.batchItemFailures ?? [];
  const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  const isKnown = batch.some(({ id }) => failed.has(id));
  // An id that is not of this batch makes the whole batch fail.
  return isKnown || failed.size === 0 ? failed : new Set(batch.map(({ id }) => id));
}

/** The time until messages are tried again whose attempt could not be saved. */
const unsavedDelayMs = 60_000;

/**
 * Delivers messages to their function in one batch as SQS does. Deletes the messages that the
 * function processes; the others become visible again later. Moves a message to the dead-letter
 * queue after the last attempt, with a warning.
 */
export async function deliverBatch(
  batch: readonly QueueMessage[],
  source: ConsumedQueue,
  queues: MessageQueues,
  { clock, invoke, warn }: DeliveryDeps,
): Promise<void> {
  const { functionArn, queue, deadLetterQueue, visibilityTimeout, maxReceiveCount } =
    source;
  const time = toHiddenTime(visibilityTimeout, clock.now());
  for (const message of batch) queues.receive(message, time);
  try {
    await queues.flush();
  } catch (error) {
    // Nothing was attempted, e.g. because the disk is full.
    for (const message of batch) queues.release(message, clock.now() + unsavedDelayMs);
    throw error;
  }
  const failed = await processBatch(batch, functionArn, invoke);
  for (const message of batch) {
    if (!failed.has(message.id)) {
      queues.delete(message);
      continue;
    }
    if (message.receives < maxReceiveCount) continue;
    queues.moveToDeadLetters(message, deadLetterQueue, clock.now());
    warn(
      `${queue}: moved a message to the dead-letter queue after ${message.receives} failed ` +
        'attempts. See npm run admin -- dead-letters list.',
    );
  }
  await queues.flush();
}

const pollingIntervalMs = 1000;

export interface PollingDeps extends DeliveryDeps {
  /** Whether a store that the functions need has crashed and has not been restarted yet. */
  isUnavailable: () => boolean;
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
  const inFlight = new Map<ConsumedQueue, Set<Promise<void>>>(
    sources.map((source) => [source, new Set()]),
  );
  /** The messages that functions have now. */
  const handed = new Set<QueueMessage>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const listInFlight = () => [...inFlight.values()].flatMap((batches) => [...batches]);

  /**
   * Starts to deliver the visible messages of a queue. They wait in the queue until an instance is
   * free: so they come in batches, and the time of their attempt begins with their invocation.
   */
  function deliverVisible(source: ConsumedQueue): void {
    const { queue, batchSize } = source;
    const batches = inFlight.get(source) ?? new Set();
    while (!isStopped && batches.size < maxInstancesOfFunction) {
      const visible = queues.listVisible(queue, clock.now());
      const batch = visible.filter((message) => !handed.has(message)).slice(0, batchSize);
      if (batch.length === 0) return;
      for (const message of batch) handed.add(message);
      const settled = deliverBatch(batch, source, queues, deps).finally(() => {
        for (const message of batch) handed.delete(message);
        batches.delete(settled);
        deliverVisible(source);
      });
      batches.add(settled);
      // An error is for the callers of `drainQueues`. If nobody waits, it must not end the process.
      settled.catch(() => undefined);
    }
  }

  /** Delivers all visible messages once, and waits for these and for earlier deliveries. */
  async function drainQueues(): Promise<void> {
    if (isStopped) return;
    queues.deleteExpired(clock.now());
    for (const source of sources) deliverVisible(source);
    for (let batches = listInFlight(); batches.length > 0; ) {
      await Promise.all(batches);
      batches = listInFlight();
    }
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
    /**
     * Starts no further delivery, and waits for those in flight until the grace period ends. The
     * messages of those that are cut off then need not wait for their visibility timeout.
     */
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await waitForGracePeriod(Promise.allSettled(listInFlight()));
      for (const message of handed) queues.release(message);
    },
  };
}
