import type { SQSEvent } from 'aws-lambda';
import type { Consumer } from '#shared/contract/consumer.ts';
import type { AttributeJson } from '#shared/queue/stream-image.ts';
import { keys } from '#shared/table/keys.ts';
import type { ConsumerEntry } from '../../definitions.ts';
import { awsAccount, awsRegion } from '../../local/host/aws-account.ts';

/** Builds the event with which SQS invokes a consumer for its example. */
export function buildQueueEvent(
  { id, consumer }: ConsumerEntry,
  user_id: string,
): SQSEvent {
  const streamRecord = {
    ...buildRecordImages(consumer, user_id),
    eventSource: 'aws:dynamodb',
    awsRegion,
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

/** Builds the members of the stream record for the deletion or the creation of the example. */
function buildRecordImages({ onDelete, onWrite, example }: Consumer, user_id: string) {
  const { pk } = keys.user(user_id);
  const [prefix = onDelete ?? ''] = onWrite?.prefixes ?? [];
  const key = { pk, sk: `${prefix}${example.id}` };
  const Keys = toImage(key);
  const image = toImage({ ...key, ...example });
  return onWrite
    ? { eventName: 'INSERT', dynamodb: { Keys, NewImage: image } }
    : { eventName: 'REMOVE', dynamodb: { Keys, OldImage: image } };
}

/** Converts an item to the JSON of a stream record. */
function toImage(item: object): Record<string, AttributeJson> {
  const attributes = Object.entries(item).map(([name, value]) => [
    name,
    toAttribute(value),
  ]);
  return Object.fromEntries(attributes);
}

function toAttribute(value: string | number | object): AttributeJson {
  if (typeof value === 'object') return { M: toImage(value) };
  return typeof value === 'number' ? { N: String(value) } : { S: value };
}
