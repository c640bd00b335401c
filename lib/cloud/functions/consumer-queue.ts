import { Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Consumer } from '#shared/contract/consumer.ts';

export interface ConsumerQueueProps {
  table: Table;
  consumer: Consumer;
}

/** The longest retention that SQS supports. */
const maxRetention = Duration.days(14);

/**
 * The queue of the deleted items that a consumer processes. Each is a message of its own, so that a retry delays no other
 * item, as it would in the table's stream. After the maximum age a message moves to the dead-letter queue.
 */
export class ConsumerQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  readonly pipe: CfnPipe;

  constructor(scope: Construct, id: string, { table, consumer }: ConsumerQueueProps) {
    super(scope, id);
    const { retryInterval, maxAge } = consumer;
    const protection = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetterQueue = new Queue(this, 'GivenUp', {
      ...protection,
      retentionPeriod: maxRetention,
    });
    this.queue = new Queue(this, 'Queue', {
      ...protection,
      visibilityTimeout: Duration.seconds(retryInterval),
      // A message that is not delivered in time, e.g. because the function is throttled, is kept as long again.
      retentionPeriod: Duration.seconds(maxAge * 2),
      deadLetterQueue: {
        queue: this.deadLetterQueue,
        maxReceiveCount: Math.ceil(maxAge / retryInterval),
      },
    });
    const streamArn = table.tableStreamArn ?? '';
    this.pipe = new CfnPipe(this, 'Pipe', {
      roleArn: createPipeRole(this, streamArn, this.queue).roleArn,
      source: streamArn,
      sourceParameters: {
        filterCriteria: { filters: [{ pattern: JSON.stringify(toStreamFilter(consumer)) }] },
        dynamoDbStreamParameters: { startingPosition: 'TRIM_HORIZON', batchSize: 10 },
      },
      target: this.queue.queueArn,
    });
  }
}

/** Returns the filter for the stream records of the deletions that a consumer processes. */
function toStreamFilter({ onDelete }: Consumer) {
  return { eventName: ['REMOVE'], dynamodb: { Keys: { sk: { S: [{ prefix: onDelete }] } } } };
}

/** Creates the role of a pipe, which reads one stream and fills one queue. */
function createPipeRole(scope: Construct, streamArn: string, queue: Queue): Role {
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const statements = [
    new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [streamArn],
    }),
    new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] }),
  ];
  return new Role(scope, 'PipeRole', {
    assumedBy: new ServicePrincipal('pipes.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: { Pipe: new PolicyDocument({ statements }) },
  });
}
