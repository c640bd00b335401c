import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { failedRecords } from '#shared/queue/stream.ts';
import type { ConsumerEntry, FunctionEntry } from '../../definitions.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';
import { type ConsumerFunction, queueProtection } from './consumer-function.ts';
import { buildEventFilters } from './event-filters.ts';
import { type FunctionContext, ServiceFunction } from './service-function.ts';

interface StreamFunctionProps {
  entry: FunctionEntry;
  consumers: readonly ConsumerEntry[];
  consumerFunctions: readonly ConsumerFunction[];
}

/**
 * The function that reads the table's stream and sends messages to the queues of consumers. It is
 * the only reader, because DynamoDB recommends at most two (decision 0050).
 */
export class StreamFunction extends ServiceFunction {
  /** The records of which a consumer got no message. They have no attributes of items. */
  readonly failedRecords: Queue;

  constructor(
    scope: Construct,
    { entry, consumers, consumerFunctions }: StreamFunctionProps,
    context: FunctionContext,
  ) {
    const { id, definition } = entry;
    const queue = new Queue(scope, 'FailedRecords', {
      ...queueProtection,
      retentionPeriod: Duration.days(14),
    });
    acknowledgeNagFindings(queue, 'AwsSolutions-SQS3');
    const queues = consumerFunctions.map(({ consumerId, consumerQueue }) => [
      consumerId,
      consumerQueue.queue,
    ]);
    const sendsTo = { ...Object.fromEntries(queues), [failedRecords]: queue };
    super(scope, id, { ...definition, stores: { sendsTo, readsStream: true } }, context);
    this.failedRecords = queue;
    this.#readStream(context.resources.table, consumers);
  }

  /** The batch size and the window are those of decision 0050, which has their price. */
  #readStream(
    { tableStreamArn = '' }: ITable,
    consumers: readonly ConsumerEntry[],
  ): void {
    const patterns = buildEventFilters(consumers.map(({ consumer }) => consumer.rule));
    new CfnEventSourceMapping(this, 'Stream', {
      eventSourceArn: tableStreamArn,
      functionName: this.functionName,
      filterCriteria: { filters: patterns.map((pattern) => ({ pattern })) },
      // A deployment that replaces the mapping loses no record of the last 24 hours.
      startingPosition: 'TRIM_HORIZON',
      batchSize: 100,
      maximumBatchingWindowInSeconds: 0,
      functionResponseTypes: ['ReportBatchItemFailures'],
      bisectBatchOnFunctionError: true,
    });
  }
}
