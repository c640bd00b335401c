import { Duration } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Consumer } from '#shared/contract/consumer.ts';
import { queueProtection } from './queue-protection.ts';

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

  constructor(scope: Construct, id: string, consumer: Consumer) {
    super(scope, id);
    this.deadLetterQueue = new Queue(this, 'DeadLetters', {
      ...queueProtection,
      retentionPeriod: maxRetention,
    });
    this.queue = this.#createQueue(consumer);
    this.maxDelay = Duration.seconds(consumer.retryInterval * 4);
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
}
