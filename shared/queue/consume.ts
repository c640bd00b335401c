import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Consumer } from '../contract/consumer.ts';
import { listStackFrames, log } from '../runtime/log.ts';
import type { Key } from '../table/keys.ts';
import { type AttributeJson, fromStreamImage } from './stream-image.ts';

/** `ack` if a message was processed, `retry` if the queue should deliver it again. */
export type MessageResult = 'ack' | 'retry';

/** The part of a stream record that is read. */
interface DeletionRecord {
  dynamodb: { OldImage: Readonly<Record<string, AttributeJson>> };
}

/**
 * Returns the Lambda function of a consumer. It passes each deleted item to `processItem` and
 * reports the messages to retry. An error causes a retry and is logged without its message, which
 * may quote the item.
 */
export function consumeQueue<Row extends object>(
  { summary }: Consumer,
  processItem: (row: Row & Key) => Promise<MessageResult>,
): (event: Pick<SQSEvent, 'Records'>) => Promise<SQSBatchResponse> {
  async function processMessage({ body }: SQSRecord): Promise<MessageResult> {
    try {
      const { dynamodb }: DeletionRecord = JSON.parse(body);
      return await processItem(fromStreamImage<Row & Key>(dynamodb.OldImage));
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      log({
        level: 'error',
        event: 'message',
        endpoint: summary,
        error_name: error.name,
        error_stack: listStackFrames(error),
      });
      return 'retry';
    }
  }

  return async ({ Records }) => {
    const results = await Promise.all(Records.map(processMessage));
    const retried = Records.filter((_, index) => results[index] === 'retry');
    const batchItemFailures = retried.map(({ messageId }) => ({
      itemIdentifier: messageId,
    }));
    return { batchItemFailures };
  };
}
