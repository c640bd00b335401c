import type { MessageQueues } from './queues/message-queues.ts';
import { createQueuePolling, type PollingDeps } from './queues/queue-polling.ts';
import type { ServiceDefinition } from './service-definition.ts';
import {
  openStreamPolling,
  type StreamPolling,
  type StreamStorage,
} from './stream/stream-polling.ts';

/** The delivery of the table's changes and of messages to functions. */
export interface EventDelivery {
  /**
   * Delivers all changes of the table until now, then all visible messages once. Waits for these
   * deliveries and for earlier ones.
   */
  drainQueues(): Promise<void>;
  /** From now on, changes and messages are delivered as they come. */
  startDelivery(): void;
  /** Starts no further delivery, and waits for those in flight until the grace period ends. */
  stop(): Promise<void>;
}

/** A template without the mapping of a stream. */
const noStream: StreamPolling = {
  drain: async () => {},
  start: () => {},
  stop: async () => {},
};

/** Prepares the event sources of a service. Throws if a table has no stream that it should have. */
export async function createEventDelivery(
  { stream, queues: sources }: ServiceDefinition,
  queues: MessageQueues,
  storage: StreamStorage,
  deps: PollingDeps,
  disposables: AsyncDisposableStack,
): Promise<EventDelivery> {
  const changes = stream
    ? await openStreamPolling(stream, storage, deps, disposables)
    : noStream;
  const messages = createQueuePolling(sources, queues, deps);
  return {
    drainQueues: async () => {
      await changes.drain();
      await messages.drainQueues();
    },
    startDelivery: () => {
      changes.start();
      messages.start();
    },
    stop: async () => {
      await Promise.all([changes.stop(), messages.stop()]);
    },
  };
}
