import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Consumer } from '../contract/function.ts';
import { describeFailure, log } from '../runtime/log.ts';
import type { Json } from './send.ts';

/** `ack` if a message was processed, `retry` if the queue should deliver it again. */
export type MessageOutcome = 'ack' | 'retry';

/** The message that a consumer's rule makes, as the consumer gets it. */
type Message<C extends Pick<Consumer, 'rule'>> = Json<
  NonNullable<ReturnType<C['rule']['toMessage']>>
>;

/** The part of Lambda's context that consumers use. */
type ConsumerContext = Pick<Context, 'getRemainingTimeInMillis'>;

/** The Lambda function of a consumer. */
export type QueueConsumer = (
  event: Pick<SQSEvent, 'Records'>,
  context: ConsumerContext,
) => Promise<SQSBatchResponse>;

/**
 * Returns the Lambda function of a consumer. It passes each message to `processMessage` and reports
 * the messages to retry. An error causes a retry and is logged without its message, which may quote
 * the item.
 */
export function consumeQueue<C extends Pick<Consumer, 'rule' | 'summary'>>(
  { summary }: C,
  processMessage: (
    message: Message<C>,
    context: ConsumerContext,
  ) => Promise<MessageOutcome>,
): QueueConsumer {
  async function processRecord(
    { body }: SQSRecord,
    context: ConsumerContext,
  ): Promise<MessageOutcome> {
    try {
      return await processMessage(JSON.parse(body), context);
    } catch (thrown) {
      const failure = describeFailure(thrown);
      log({ level: 'error', event: 'message', endpoint: summary, ...failure });
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
