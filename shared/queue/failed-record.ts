import type { ChangeRecord } from './stream-image.ts';

/** The name of the queue of failed records, beside the ids of the consumers. */
export const failedRecords = 'failed-records';

/**
 * A record of the table's stream of which a consumer got no message. It has no attributes of the
 * item, because nothing says which of them may be in a queue.
 */
export interface FailedRecord {
  pk: string;
  sk: string;
  /** The id of the consumer whose rule failed, or whose queue refused the message. */
  consumer: string;
  sequence_number: string;
}

/** Returns what the queue of failed records has of a record. */
export function toFailedRecord(
  { dynamodb: { Keys, SequenceNumber } }: ChangeRecord,
  consumer: string,
): FailedRecord {
  return {
    pk: Keys.pk.S,
    sk: Keys.sk.S,
    consumer,
    sequence_number: SequenceNumber,
  };
}
