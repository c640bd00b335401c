import { waitForGracePeriod } from '../host/graceful-close.ts';
import type { ConsumedQueue } from '../template/event-sources.ts';
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts';
import type { MessageQueues } from './message-queues.ts';

const pollingIntervalMs = 1000;

/** What polling needs from the rest of the runner. */
export interface PollingDeps extends DeliveryDeps {
  /** Whether a store that the functions need has crashed and has not been restarted yet. */
  isUnavailable: () => boolean;
}

/** The delivery of messages to functions. */
export interface QueuePolling {
  /** Delivers all visible messages once, and waits for these and for earlier deliveries. */
  drainQueues(): Promise<void>;
  /** From now on, messages are delivered without a call of `drainQueues`. */
  start(): void;
  /** Starts no further delivery, and waits for those in flight until the grace period ends. */
  stop(): Promise<void>;
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
): QueuePolling {
  const { clock, warn, isUnavailable } = deps;
  const inFlight = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

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
    start: () => {
      queues.onSend(poll);
      timer = setInterval(poll, pollingIntervalMs).unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await waitForGracePeriod(Promise.allSettled(inFlight));
    },
  };
}
