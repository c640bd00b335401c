import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Consumer } from '../contract/consumer.ts';
import { listStackFrames, log } from '../runtime/log.ts';
import type { Key } from '../table/keys.ts';
import { type AttributeJson, fromStreamImage } from './stream-image.ts';

/** `ack` if a message was processed, `retry` if the queue should deliver it again. */
export type MessageResult = 'ack' | 'retry';

type ItemImage = Readonly<Record<string, AttributeJson>>;

/** The part of a stream record that is read. A deletion has no new image. */
interface ConsumedRecord {
  dynamodb: { Keys: ItemImage; OldImage?: ItemImage; NewImage?: ItemImage };
}

/**
 * Returns the item as it was written, or as it was before its deletion. Throws an error if the
 * record has no item.
 */
function parseItem<Item extends object>(body: string): Item {
  const { dynamodb }: ConsumedRecord = JSON.parse(body);
  const { Keys, NewImage, OldImage } = dynamodb;
  const image = NewImage ?? OldImage;
  if (!image) throw new Error('The stream record has no item.');
  return fromStreamImage<Item>({ ...Keys, ...image });
}

/**
 * Returns the Lambda function of a consumer. It passes each consumed item to `processItem` and
 * reports the messages to retry. An error causes a retry and is logged without its message, which
 * may quote the item.
 */
export function consumeQueue<Item extends object>(
  { summary }: Consumer,
  processItem: (item: Item & Key) => Promise<MessageResult>,
): (event: Pick<SQSEvent, 'Records'>) => Promise<SQSBatchResponse> {
  async function processMessage({ body }: SQSRecord): Promise<MessageResult> {
    try {
      return await processItem(parseItem<Item & Key>(body));
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
