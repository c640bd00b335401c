import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Consumer } from '../contract/consumer.ts';
import { listStackFrames, log } from '../runtime/log.ts';
import { formatMessage, type Json } from './message.ts';
import { type AttributeJson, fromStreamImage } from './stream-image.ts';

/** `ack` if a message was processed, `retry` if the queue should deliver it again. */
export type MessageResult = 'ack' | 'retry';

/** The message that a consumer's rule makes, as the consumer gets it. */
type Message<C extends Pick<Consumer, 'rule'>> = Json<
  NonNullable<ReturnType<C['rule']['toMessage']>>
>;

/** The part of Lambda's context that consumers use. */
type ConsumerContext = Pick<Context, 'getRemainingTimeInMillis'>;

/**
 * Returns the Lambda function of a consumer. It passes each message to `processMessage` and reports
 * the messages to retry. An error causes a retry and is logged without its message, which may quote
 * the item.
 */
export function consumeQueue<C extends Pick<Consumer, 'rule' | 'summary'>>(
  { rule, summary }: C,
  processMessage: (
    message: Message<C>,
    context: ConsumerContext,
  ) => Promise<MessageResult>,
): (
  event: Pick<SQSEvent, 'Records'>,
  context: ConsumerContext,
) => Promise<SQSBatchResponse> {
  async function processRecord(
    { body }: SQSRecord,
    context: ConsumerContext,
  ): Promise<MessageResult> {
    try {
      const message = parseBody(body, rule);
      return message ? await processMessage(message as Message<C>, context) : 'ack';
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

  return async ({ Records }, context) => {
    const processed = Records.map((record) => processRecord(record, context));
    const results = await Promise.all(processed);
    const retried = Records.filter((_, index) => results[index] === 'retry');
    const batchItemFailures = retried.map(({ messageId }) => ({
      itemIdentifier: messageId,
    }));
    return { batchItemFailures };
  };
}

type ItemImage = Readonly<Record<string, AttributeJson>>;

/** The part of a stream record that is read. A deletion has no new image. */
interface ConsumedRecord {
  dynamodb?: { Keys: ItemImage; OldImage?: ItemImage; NewImage?: ItemImage };
}

/**
 * Returns the message in a body. The pipe still sends stream records, to which the rule is applied
 * here.
 */
function parseBody(body: string, rule: Consumer['rule']): object | undefined {
  const parsed: ConsumedRecord = JSON.parse(body);
  if (!parsed.dynamodb) return parsed;
  const { Keys, NewImage, OldImage } = parsed.dynamodb;
  const image = NewImage ?? OldImage;
  if (!image) throw new Error('The stream record has no item.');
  const message = rule.toMessage(fromStreamImage({ ...Keys, ...image }));
  return message && JSON.parse(formatMessage(message));
}
