import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { compact } from '#shared/runtime/compact.ts';
import type { ConsumerEntry } from '../../definitions.ts';
import { ConsumerQueue } from './consumer-queue.ts';
import { type FunctionContext, ServiceFunction } from './service-function.ts';

/**
 * How many messages of a queue are processed at once. Lambda would start up to 1,000 functions for
 * a long queue, and requests share the quota of the account with them.
 */
const maximumConcurrency = 50;

/**
 * The function of a consumer with its queue. Each invocation gets one message, so the retry of a
 * message does not delay others.
 */
export class ConsumerFunction extends ServiceFunction {
  readonly consumerId: string;
  readonly consumerQueue: ConsumerQueue;

  constructor(
    scope: Construct,
    { id, consumer }: ConsumerEntry,
    context: FunctionContext,
  ) {
    const { name, stores: declaredStores, sendsMail, ...requirements } = consumer;
    const consumerQueue = new ConsumerQueue(scope, name, consumer);
    const { queue } = consumerQueue;
    const stores = compact({ ...declaredStores, queue, sendsMail });
    super(scope, id, { ...requirements, stores }, context);
    this.consumerId = id;
    this.consumerQueue = consumerQueue;
    new CfnEventSourceMapping(this, 'Messages', {
      eventSourceArn: queue.queueArn,
      functionName: this.functionName,
      batchSize: 1,
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: { maximumConcurrency },
    });
  }
}
