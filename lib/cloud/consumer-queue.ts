import { Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Consumer } from '#shared/contract/consumer.ts';

export interface RemovalQueueProps {
  table: Table;
  consumer: Consumer;
}

/** The longest that SQS keeps a message. */
const longest = Duration.days(14);

/**
 * The removed items that a consumer takes up, each a message of its own, so that one which has to wait holds up no
 * other, as it would in the table's stream. What was tried for long enough in vain lies in `givenUp` until an operator
 * has looked.
 */
export class RemovalQueue extends Construct {
  readonly queue: Queue;
  readonly givenUp: Queue;
  readonly pipe: CfnPipe;

  constructor(scope: Construct, id: string, { table, consumer }: RemovalQueueProps) {
    super(scope, id);
    const { retryAfter, giveUpAfter } = consumer;
    const protection = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.givenUp = new Queue(this, 'GivenUp', { ...protection, retentionPeriod: longest });
    this.queue = new Queue(this, 'Queue', {
      ...protection,
      visibilityTimeout: Duration.seconds(retryAfter),
      // A message that is never handed over, as where the function is throttled, is kept as long again.
      retentionPeriod: Duration.seconds(giveUpAfter * 2),
      deadLetterQueue: {
        queue: this.givenUp,
        maxReceiveCount: Math.ceil(giveUpAfter / retryAfter),
      },
    });
    const streamArn = table.tableStreamArn ?? '';
    this.pipe = new CfnPipe(this, 'Pipe', {
      roleArn: newPipeRole(this, streamArn, this.queue).roleArn,
      source: streamArn,
      sourceParameters: {
        filterCriteria: { filters: [{ pattern: JSON.stringify(removalsOf(consumer)) }] },
        dynamoDbStreamParameters: { startingPosition: 'TRIM_HORIZON', batchSize: 10 },
      },
      target: this.queue.queueArn,
    });
  }
}

/** The records of the stream that are the removal of an item of a kind. */
function removalsOf({ removed }: Consumer) {
  return { eventName: ['REMOVE'], dynamodb: { Keys: { sk: { S: [{ prefix: removed }] } } } };
}

/** The role of a pipe: it reads one stream and fills one queue. */
function newPipeRole(scope: Construct, streamArn: string, queue: Queue): Role {
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
