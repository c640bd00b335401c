import { Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRule, EventBus } from 'aws-cdk-lib/aws-events';
import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Consumer } from '#shared/contract/consumer.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';
import { queueProtection } from './queue-protection.ts';
import { buildPipePatterns, buildStreamPattern } from './stream-filter.ts';

export interface TableEventsProps {
  table: ITable;
  consumers: readonly Consumer[];
}

/**
 * The event bus of the table: one pipe reads the table's stream and passes on the records that any
 * consumer processes. DynamoDB recommends at most two readers of a stream (decision 0050).
 */
export class TableEvents extends Construct {
  readonly pipe: CfnPipe;
  /**
   * The events that no rule could deliver. They are whole items, so the queue keeps them for only
   * four days, in which an operator can act even after a weekend (decision 0050).
   */
  readonly undelivered: Queue;
  readonly #bus: EventBus;

  constructor(scope: Construct, id: string, { table, consumers }: TableEventsProps) {
    super(scope, id);
    const streamArn = table.tableStreamArn ?? '';
    const filters = buildPipePatterns(consumers).map((pattern) => ({
      pattern: JSON.stringify(pattern),
    }));
    this.#bus = new EventBus(this, 'Bus', {
      eventBusName: `${Stack.of(this).stackName}-table`,
    });
    this.undelivered = new Queue(this, 'Undelivered', {
      ...queueProtection,
      retentionPeriod: Duration.days(4),
    });
    acknowledgeNagFindings(this.undelivered, 'AwsSolutions-SQS3');
    this.pipe = new CfnPipe(this, 'Pipe', {
      roleArn: createPipeRole(this, streamArn, this.#bus).roleArn,
      source: streamArn,
      sourceParameters: {
        filterCriteria: { filters },
        dynamoDbStreamParameters: {
          startingPosition: 'TRIM_HORIZON',
          batchSize: 10,
          // A batch that is too large for one request to the bus is sent in halves.
          onPartialBatchItemFailure: 'AUTOMATIC_BISECT',
        },
      },
      target: this.#bus.eventBusArn,
      targetParameters: {
        eventBridgeEventBusParameters: { source: 'table', detailType: 'Stream record' },
      },
    });
  }

  /** Adds the rule that sends the records of a consumer to its queue. */
  addRule(consumer: Consumer, queue: Queue): void {
    const rule = new CfnRule(queue, 'Rule', {
      description: consumer.summary,
      eventBusName: this.#bus.eventBusName,
      eventPattern: { detail: buildStreamPattern(consumer) },
      targets: [
        {
          id: 'Queue',
          arn: queue.queueArn,
          deadLetterConfig: { arn: this.undelivered.queueArn },
          inputPath: '$.detail',
        },
      ],
    });
    allowSending(rule, queue);
    allowSending(rule, this.undelivered);
  }
}

/** Allows a rule to send messages to a queue. */
function allowSending(rule: CfnRule, queue: Queue): void {
  const sendMessages = new PolicyStatement({
    principals: [new ServicePrincipal('events.amazonaws.com')],
    actions: ['sqs:SendMessage'],
    resources: [queue.queueArn],
    conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
  });
  queue.addToResourcePolicy(sendMessages);
}

/** Creates the role of the pipe. It can read one stream and send to one bus. */
function createPipeRole(scope: Construct, streamArn: string, bus: EventBus): Role {
  const actions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const readStream = new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [streamArn],
  });
  const sendEvents = new PolicyStatement({
    actions: ['events:PutEvents'],
    resources: [bus.eventBusArn],
  });
  const policy = new PolicyDocument({ statements: [readStream, sendEvents] });
  return new Role(scope, 'PipeRole', {
    assumedBy: new ServicePrincipal('pipes.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: { Pipe: policy },
  });
}
