import * as z from 'zod/mini';

/** The output of the stack with the URLs of the queues, as JSON. */
export const consumerQueuesOutput = 'ConsumerQueues';

/** The environment variable with which a local service gives the same JSON to other programs. */
export const consumerQueuesVariable = 'CONSUMER_QUEUES';

const QueueUrls = z.object({
  /** Absent for the records of which a consumer got no message. */
  queue_url: z.optional(z.string()),
  dead_letter_queue_url: z.string(),
});

/** The URLs of a consumer's queue and of its dead-letter queue. */
export type QueueUrls = z.infer<typeof QueueUrls>;

const ConsumerQueueUrls = z.record(z.string(), QueueUrls);

/** The URLs of the queues of every consumer, by its id, and of the failed records. */
export type ConsumerQueueUrls = Readonly<z.infer<typeof ConsumerQueueUrls>>;

/** Parses the value of the output or the variable. Throws if it is not JSON of this shape. */
export function parseConsumerQueues(value: string): ConsumerQueueUrls {
  return ConsumerQueueUrls.parse(JSON.parse(value));
}
