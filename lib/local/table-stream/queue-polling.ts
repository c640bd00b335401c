import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamRoute } from '../template/stream-routes.ts';
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts';
import type { MessageQueues } from './message-queues.ts';

const pollingIntervalMs = 1000;

/** What polling needs from the rest of the runner. */
export interface PollingDeps extends DeliveryDeps {
  /** Whether a store that the functions need has ended. */
  isUnavailable: () => boolean;
}

/** Delivers all visible messages once, and waits for these and for earlier deliveries. */
export type DrainQueues = () => Promise<void>;

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

/** Calls `step` after each interval until the signal aborts. */
async function repeat(signal: AbortSignal, step: () => void): Promise<void> {
  while (!signal.aborted) {
    await sleep(pollingIntervalMs, undefined, { ref: false, signal }).catch(
      () => undefined,
    );
    if (!signal.aborted) step();
  }
}

/**
 * Polls the queues and invokes their functions, as the event source mappings of the stack do.
 * Ends with `disposables`. Returns a function that drains the queues without waiting for a poll.
 */
export function startQueuePolling(
  routes: readonly StreamRoute[],
  queues: MessageQueues,
  deps: PollingDeps,
  disposables: AsyncDisposableStack,
): DrainQueues {
  const { warn, isUnavailable } = deps;
  const abort = new AbortController();
  const inFlight = new Set<Promise<void>>();

  async function drainQueues(): Promise<void> {
    // An attempt that starts now would be cut off, and the message would wait for the next one.
    if (abort.signal.aborted) return;
    for (const delivery of deliverVisible(routes, queues, deps)) {
      const settled = delivery.finally(() => inFlight.delete(settled));
      inFlight.add(settled);
    }
    await Promise.all(inFlight);
  }

  void repeat(abort.signal, () => {
    if (isUnavailable()) return;
    drainQueues().catch((error) => warn(`Messages cannot be delivered: ${error}`));
  });

  disposables.defer(() => {
    abort.abort();
    queues.close();
  });
  return drainQueues;
}
