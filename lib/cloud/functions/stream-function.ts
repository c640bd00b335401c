import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { RecordSelection } from '#shared/contract/function.ts';
import { failedRecords } from '#shared/queue/stream.ts';
import type { ConsumerEntry, FunctionEntry } from '../../endpoints.ts';
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
    const stores = { ...definition.stores, sendsTo, readsStream: true };
    super(scope, id, { ...definition, stores }, context);
    this.failedRecords = queue;
    const rules = consumers.map(({ consumer }) => consumer.rule);
    const { selects = [] } = definition;
    this.#readStream(context.resources.table, [...selects, ...rules]);
  }

  /** The batch size and the window are those of decision 0050, which has their price. */
  #readStream(
    { tableStreamArn = '' }: ITable,
    selections: readonly RecordSelection[],
  ): void {
    const patterns = buildEventFilters(selections);
    new CfnEventSourceMapping(this, 'Stream', {
      eventSourceArn: tableStreamArn,
      functionName: this.functionName,
      filterCriteria: { filters: patterns.map((pattern) => ({ pattern })) },
      // A deployment that replaces the mapping loses no record of the last 24 hours.
      startingPosition: 'TRIM_HORIZON',
      // As many as a read of the stream returns.
      batchSize: 1000,
      maximumBatchingWindowInSeconds: 0,
      functionResponseTypes: ['ReportBatchItemFailures'],
      bisectBatchOnFunctionError: true,
    });
  }
}
