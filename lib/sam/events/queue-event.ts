import type { SQSEvent } from 'aws-lambda';
import type { Consumer } from '#shared/contract/consumer.ts';
import { formatMessage } from '#shared/queue/message.ts';
import { type Key, keys } from '#shared/table/keys.ts';
import type { ConsumerEntry } from '../../definitions.ts';
import { awsAccount, awsRegion } from '../../local/host/aws-account.ts';

/** Builds the event with which SQS invokes a consumer for its example. */
export function buildQueueEvent(
  { id, consumer }: ConsumerEntry,
  user_id: string,
): SQSEvent {
  const message = consumer.rule.toMessage(buildExampleItem(consumer, user_id)) ?? {};
  const time = String(Date.now());
  return {
    Records: [
      {
        messageId: 'example',
        receiptHandle: 'example',
        body: formatMessage(message),
        attributes: {
          ApproximateReceiveCount: '1',
          ApproximateFirstReceiveTimestamp: time,
          SentTimestamp: time,
          SenderId: awsAccount,
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: `arn:aws:sqs:${awsRegion}:${awsAccount}:${id.replaceAll('/', '-')}`,
        awsRegion,
      },
    ],
  };
}

/** Builds the item of a consumer's example, as if it belonged to a user. */
export function buildExampleItem({ rule, example }: Consumer, user_id: string): Key {
  const { pk } = keys.user(user_id);
  const [prefix] = rule.prefixes;
  return { pk, sk: `${prefix}${example.id}`, ...example };
}
