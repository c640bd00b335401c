import { Duration } from 'aws-cdk-lib';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Consumer, getQueueConcurrency } from '#shared/contract/function.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ConsumerEntry } from '../../endpoints.ts';
import { type FunctionContext, ServiceFunction } from './service-function.ts';

/** Encryption at rest and in transit, for every queue. */
export const queueProtection = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const;

/** The longest retention that SQS supports. */
const maxRetention = Duration.days(14);

/**
 * The queue of the items that a consumer processes. Each item is a message of its own. In a stream,
 * the retry of an item would delay all later items. After the maximum age, a message moves to the
 * dead-letter queue.
 */
export class ConsumerQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: Queue;
  /**
   * The highest age that the metric of SQS shows if every delivery is on time. It is four
   * intervals, because the metric omits messages after their third retry.
   */
  readonly maxDelay: Duration;

  constructor(scope: Construct, id: string, consumer: Consumer, retention: Duration) {
    super(scope, id);
    this.deadLetterQueue = new Queue(this, 'DeadLetters', {
      ...queueProtection,
      retentionPeriod: maxRetention,
    });
    this.queue = this.#createQueue(consumer, retention);
    this.maxDelay = Duration.seconds(consumer.retryInterval * 4);
  }

  #createQueue({ retryInterval, maxAge }: Consumer, retention: Duration): Queue {
    return new Queue(this, 'Queue', {
      ...queueProtection,
      visibilityTimeout: Duration.seconds(retryInterval),
      retentionPeriod: retention,
      deadLetterQueue: {
        queue: this.deadLetterQueue,
        maxReceiveCount: Math.ceil(maxAge / retryInterval),
      },
    });
  }
}

/**
 * The function of a consumer with its queue. Each invocation gets one message, unless the consumer
 * takes several. The retry of a message does not delay others.
 */
export class ConsumerFunction extends ServiceFunction {
  readonly consumerId: string;
  readonly consumerQueue: ConsumerQueue;
  readonly sendsMail: boolean;

  constructor(
    scope: Construct,
    { id, consumer }: ConsumerEntry,
    context: FunctionContext,
  ) {
    const { name, stores: declaredStores, sendsMail, ...requirements } = consumer;
    const { batchSize = 1 } = consumer;
    const retention = Duration.days(context.settings.messageDays);
    const consumerQueue = new ConsumerQueue(scope, name, consumer, retention);
    const { queue } = consumerQueue;
    const stores = compact({ ...declaredStores, queue, sendsMail });
    super(scope, id, { ...requirements, stores }, context);
    this.consumerId = id;
    this.consumerQueue = consumerQueue;
    this.sendsMail = sendsMail === true;
    new CfnEventSourceMapping(this, 'Messages', {
      eventSourceArn: queue.queueArn,
      functionName: this.functionName,
      batchSize,
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: {
        maximumConcurrency: getQueueConcurrency(
          consumer,
          context.settings.queueConcurrency,
        ),
      },
    });
  }
}
