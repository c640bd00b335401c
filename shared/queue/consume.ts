import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Consumer } from '../contract/consumer.ts';
import { framesOf, log } from '../runtime/log.ts';
import type { Key } from '../table/keys.ts';
import { type AttributeJson, rowOf } from './stream-image.ts';

/** What became of a removed item: nothing is left to do, or all of it is to be tried again later. */
export type Verdict = 'done' | 'again';

/** A record of the table's stream, as far as it is read. */
interface Removal {
  dynamodb: { OldImage: Readonly<Record<string, AttributeJson>> };
}

/**
 * Makes the Lambda function of a consumer: hands each removed item to `take` and tells the queue which messages to keep
 * for another try. An error is such a message as well, and is logged without what it says, which may quote the item.
 */
export function consumeQueue<Row extends object>(
  { summary }: Consumer,
  take: (row: Row & Key) => Promise<Verdict>,
): (event: Pick<SQSEvent, 'Records'>) => Promise<SQSBatchResponse> {
  async function taken({ body }: SQSRecord): Promise<Verdict> {
    try {
      const { dynamodb }: Removal = JSON.parse(body);
      return await take(rowOf<Row & Key>(dynamodb.OldImage));
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const failure = { error_name: error.name, error_stack: framesOf(error) };
      log({ level: 'error', event: 'message', endpoint: summary, ...failure });
      return 'again';
    }
  }

  return async ({ Records }) => {
    const verdicts = await Promise.all(Records.map(taken));
    const kept = Records.filter((_, i) => verdicts[i] === 'again');
    return { batchItemFailures: kept.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}
