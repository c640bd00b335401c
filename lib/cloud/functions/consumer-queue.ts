import { Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Consumer } from '#shared/contract/consumer.ts';

export interface ConsumerQueueProps {
  table: ITable;
  consumer: Consumer;
}

/** The longest retention that SQS supports. */
const maxRetention = Duration.days(14);

const queueProtection = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/**
 * The queue of the items that a consumer processes. Each item is a separate message, so a
 * retry does not delay other items, as it does in a stream. After the maximum age a message moves
 * to the dead-letter queue.
 */
export class ConsumerQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  readonly pipe: CfnPipe;
  /** How long a message can wait if some fail. SQS counts its age until its third retry. */
  readonly maxDelay: Duration;

  constructor(scope: Construct, id: string, { table, consumer }: ConsumerQueueProps) {
    super(scope, id);
    this.deadLetterQueue = new Queue(this, 'GivenUp', {
      ...queueProtection,
      retentionPeriod: maxRetention,
    });
    this.queue = this.#createQueue(consumer);
    this.maxDelay = Duration.seconds(consumer.retryInterval * 4);
    this.pipe = this.#createPipe(table.tableStreamArn ?? '', consumer);
  }

  #createQueue({ retryInterval, maxAge }: Consumer): Queue {
    return new Queue(this, 'Queue', {
      ...queueProtection,
      visibilityTimeout: Duration.seconds(retryInterval),
      // Twice the maximum age, so that a message is not lost if throttling delays its delivery.
      retentionPeriod: Duration.seconds(maxAge * 2),
      deadLetterQueue: {
        queue: this.deadLetterQueue,
        maxReceiveCount: Math.ceil(maxAge / retryInterval),
      },
    });
  }

  #createPipe(streamArn: string, consumer: Consumer): CfnPipe {
    const filter = { pattern: JSON.stringify(toStreamFilter(consumer)) };
    return new CfnPipe(this, 'Pipe', {
      roleArn: createPipeRole(this, streamArn, this.queue).roleArn,
      source: streamArn,
      sourceParameters: {
        filterCriteria: { filters: [filter] },
        dynamoDbStreamParameters: { startingPosition: 'TRIM_HORIZON', batchSize: 10 },
      },
      target: this.queue.queueArn,
      ...toTargetOptions(consumer),
    });
  }
}

/** Returns the filter for the stream records that a consumer processes. */
function toStreamFilter({ onDelete, onWrite }: Consumer) {
  if (!onWrite)
    return { eventName: ['REMOVE'], dynamodb: { Keys: toKeyFilter([onDelete]) } };

  const { prefixes, member } = onWrite;
  const image = member === undefined ? {} : { NewImage: toMemberFilter(member) };
  return {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { Keys: toKeyFilter(prefixes), ...image },
  };
}

function toKeyFilter(prefixes: readonly (string | undefined)[]) {
  return { sk: { S: prefixes.map((prefix) => ({ prefix })) } };
}

/** Returns the filter for items with a text in a map attribute, e.g. `mail.id`. */
function toMemberFilter(member: string) {
  const [attribute = '', name = ''] = member.split('.');
  return { [attribute]: { M: { [name]: { S: [{ exists: true }] } } } };
}

/** Returns the template that leaves only some attributes of an item in its message. */
function toTargetOptions({ onWrite }: Consumer) {
  if (!onWrite?.attributes) return {};
  const members = onWrite.attributes.map(
    (name) => `"${name}":<$.dynamodb.NewImage.${name}>`,
  );
  const image = `{${members.join(',')}}`;
  const inputTemplate = `{"dynamodb":{"Keys":<$.dynamodb.Keys>,"NewImage":${image}}}`;
  return { targetParameters: { inputTemplate } };
}

/** Creates the role of a pipe. It can read one stream and send to one queue. */
function createPipeRole(scope: Construct, streamArn: string, queue: Queue): Role {
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const readStream = new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [streamArn],
  });
  const sendMessages = new PolicyStatement({
    actions: ['sqs:SendMessage'],
    resources: [queue.queueArn],
  });
  const policy = new PolicyDocument({ statements: [readStream, sendMessages] });
  return new Role(scope, 'PipeRole', {
    assumedBy: new ServicePrincipal('pipes.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: { Pipe: policy },
  });
}
