import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { compact } from '#shared/runtime/compact.ts';
import type { ConsumerEntry } from '../../definitions.ts';
import { toConstructId } from './construct-id.ts';
import { ConsumerQueue } from './consumer-queue.ts';
import { type FunctionContext, ServiceFunction } from './service-function.ts';

/**
 * The function of a consumer with its queue. It gets one message at a time, so a retry of one
 * message does not delay another.
 */
export class ConsumerFunction extends ServiceFunction {
  readonly consumerQueue: ConsumerQueue;

  constructor(
    scope: Construct,
    { id, consumer }: ConsumerEntry,
    context: FunctionContext,
  ) {
    const { memory, timeout } = consumer;
    const { table } = context.stores;
    const consumerQueue = new ConsumerQueue(scope, `${toConstructId(id)}Removals`, {
      table,
      consumer,
    });
    const { queue } = consumerQueue;
    const stores = { ...consumer.stores, queue };
    super(scope, id, compact({ memory, timeout, stores }), context);
    this.consumerQueue = consumerQueue;
    new CfnEventSourceMapping(this, 'Messages', {
      eventSourceArn: queue.queueArn,
      functionName: this.functionName,
      batchSize: 1,
      functionResponseTypes: ['ReportBatchItemFailures'],
    });
  }
}
