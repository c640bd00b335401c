import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { ConsumerEntry } from '../../definitions.ts';
import { toConstructId } from './construct-id.ts';
import { ConsumerQueue } from './consumer-queue.ts';
import { type FunctionContext, ServiceFunction } from './service-function.ts';

/**
 * The function of a consumer with the queue that it is fed from, one message at a time: what one of them waits for is
 * no matter of the others.
 */
export class ConsumerFunction extends ServiceFunction {
  readonly consumerQueue: ConsumerQueue;

  constructor(scope: Construct, { id, consumer }: ConsumerEntry, surroundings: FunctionContext) {
    const { memory, timeout, decrypts } = consumer;
    const { table } = surroundings.stores;
    const removals = new ConsumerQueue(scope, `${toConstructId(id)}Removals`, { table, consumer });
    const { queue } = removals;
    const needs = { ...(memory && { memory }), ...(timeout && { timeout }) };
    super(scope, id, { ...needs, stores: { queue, ...(decrypts && { decrypts }) } }, surroundings);
    this.consumerQueue = removals;
    new CfnEventSourceMapping(this, 'Messages', {
      eventSourceArn: queue.queueArn,
      functionName: this.functionName,
      batchSize: 1,
      functionResponseTypes: ['ReportBatchItemFailures'],
    });
  }
}
