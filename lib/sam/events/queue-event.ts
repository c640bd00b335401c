import type { SQSEvent } from 'aws-lambda';
import { keys } from '#shared/table/keys.ts';
import type { ConsumerEntry } from '../../definitions.ts';
import { awsAccount, awsRegion } from '../../local/host/aws-account.ts';

type AttributeJson = { S: string } | { N: string };

/** Builds the event with which SQS invokes a consumer for the deletion of its example. */
export function buildQueueEvent(
  { id, consumer }: ConsumerEntry,
  user_id: string,
): SQSEvent {
  const { onDelete, example } = consumer;
  const { pk } = keys.user(user_id);
  const key = { pk, sk: `${onDelete}${example.id}` };
  const streamRecord = {
    eventName: 'REMOVE',
    eventSource: 'aws:dynamodb',
    awsRegion,
    dynamodb: {
      Keys: toAttributes(key),
      OldImage: toAttributes({ ...key, ...example }),
      StreamViewType: 'OLD_IMAGE',
    },
  };
  const time = String(Date.now());
  return {
    Records: [
      {
        messageId: 'example',
        receiptHandle: 'example',
        body: JSON.stringify(streamRecord),
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

function toAttributes(
  item: Readonly<Record<string, string | number>>,
): Record<string, AttributeJson> {
  const attributes = Object.entries(item).map(([name, value]) => [
    name,
    toAttribute(value),
  ]);
  return Object.fromEntries(attributes);
}

function toAttribute(value: string | number): AttributeJson {
  return typeof value === 'number' ? { N: String(value) } : { S: value };
}
