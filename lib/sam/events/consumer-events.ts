import type { SQSEvent } from 'aws-lambda';
import type { Consumer } from '#shared/contract/function.ts';
import { formatMessage } from '#shared/queue/send.ts';
import type { AttributeJson, ChangeRecord } from '#shared/queue/stream.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';
import type { ConsumerEntry } from '../../endpoints.ts';
import { awsAccount, awsRegion } from '../../local/host/aws-account.ts';
import type { EventContext } from './proxy-event.ts';

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
function buildExampleItem({ rule, example }: Consumer, user_id: string): Key {
  const [prefix] = rule.prefixes;
  return {
    pk: toOwnerPartition(user_id),
    sk: `${prefix}${example.id}`,
    ...example,
  };
}

/** Records of the table's stream. */
export interface StreamEvent {
  Records: ChangeRecord[];
}

/** Builds the event with which the table's stream reports the examples of all consumers. */
export function buildStreamEvent({ definitions, caller }: EventContext): StreamEvent {
  const Records = definitions.consumers.map(({ consumer }, index): ChangeRecord => {
    const item = buildExampleItem(consumer, caller.user_id);
    const keys = {
      Keys: { pk: { S: item.pk }, sk: { S: item.sk } },
      SequenceNumber: String(index + 1),
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
    };
    const eventID = `example-${index}`;
    const image = toImage(item);
    return consumer.rule.on === 'delete'
      ? { eventID, eventName: 'REMOVE', dynamodb: { ...keys, OldImage: image } }
      : { eventID, eventName: 'INSERT', dynamodb: { ...keys, NewImage: image } };
  });
  return { Records };
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
