import { gracePeriodMs } from '../host/graceful-close.ts';
import { waitWithTimeout } from '../host/wait-with-timeout.ts';
import type { StreamRoute } from '../template/stream-routes.ts';
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
  /** Starts no further delivery, and waits for those in flight until the grace period ends. */
  stop(): Promise<void>;
}

/** Starts to deliver the visible messages of all queues in parallel. */
function deliverVisible(
  routes: readonly StreamRoute[],
  queues: MessageQueues,
  deps: DeliveryDeps,
): Promise<void>[] {
  const now = deps.clock.now();
  return routes.flatMap((route) => {
    const messages = queues.listVisible(route.queue, now);
    return messages.map((message) => deliverMessage(message, route, queues, deps));
  });
}

async function waitForDeliveries(inFlight: ReadonlySet<Promise<void>>): Promise<void> {
  const timeout = Promise.withResolvers<void>();
  const finished = Promise.race([Promise.allSettled(inFlight), timeout.promise]);
  await waitWithTimeout(finished, gracePeriodMs, timeout.resolve);
}

/**
 * Delivers new messages at once, and polls for messages that become visible again, as the event
 * source mappings of the stack do. While the clock is stopped, only `drainQueues` delivers.
 */
export function startQueuePolling(
  routes: readonly StreamRoute[],
  queues: MessageQueues,
  deps: PollingDeps,
): QueuePolling {
  const { clock, warn, isUnavailable } = deps;
  const inFlight = new Set<Promise<void>>();
  let polledAt = clock.now();
  let isStopped = false;

  async function drainQueues(): Promise<void> {
    // A delivery that starts now could be cut off. Its message would then be hidden until the
    // visibility timeout ends.
    if (isStopped) return;
    polledAt = clock.now();
    queues.deleteExpired(polledAt);
    for (const delivery of deliverVisible(routes, queues, deps)) {
      const settled = delivery.finally(() => inFlight.delete(settled));
      inFlight.add(settled);
    }
    await Promise.all(inFlight);
  }

  function poll(): void {
    // A running clock moves between two polls.
    const hasClockStopped = clock.now() === polledAt;
    if (hasClockStopped || isUnavailable()) return;
    drainQueues().catch((error) => warn(`Messages cannot be delivered: ${error}`));
  }

  queues.onSend(poll);

  const timer = setInterval(poll, pollingIntervalMs).unref();
  return {
    drainQueues,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await waitForDeliveries(inFlight);
    },
  };
}
