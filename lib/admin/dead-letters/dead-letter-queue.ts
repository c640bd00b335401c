import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueUrls } from '../../deployment/consumer-queues.ts';

/** The most messages that SQS returns or changes at once. */
const batchSize = 10;
/** How long received messages are hidden from other readers if this process crashes. */
const visibilityTimeoutSeconds = 60;
/** Long polling asks all servers of a queue. Without it, a response can lack messages. */
const waitTimeSeconds = 1;

/** A dead letter: a message that failed after all retries, in a dead-letter queue. */
export interface DeadLetter {
  id: string;
  body: string;
  /** When it was sent to the queue of its consumer; locally, when its last attempt failed. */
  sent_datetime: string | null;
  /** How often it was received, by its consumer or by this program. */
  receives: number;
  receiptHandle: string;
}

/** The dead-letter queue of a consumer. */
export interface DeadLetterQueue {
  /** Returns the approximate number of messages, including those that other readers hide. */
  count(): Promise<number>;
  /** Receives the messages in batches, and hides them until they are released. */
  receiveAll(): AsyncGenerator<readonly DeadLetter[]>;
  /** Makes messages visible again. */
  release(messages: readonly DeadLetter[]): Promise<void>;
  /** Sends a message to the queue of its consumer, then deletes it here. */
  sendAgain(message: DeadLetter): Promise<void>;
  remove(message: DeadLetter): Promise<void>;
}

/** Opens a client with the region, endpoint and credentials of this process. */
export function openQueueClient(): SQSClient {
  return new SQSClient({ useQueueUrlAsEndpoint: false });
}

/** Opens the dead-letter queue of a consumer. */
export function openDeadLetterQueue(client: SQSClient, urls: QueueUrls): DeadLetterQueue {
  const QueueUrl = urls.dead_letter_queue_url;

  function toRelease(messages: readonly DeadLetter[]) {
    const Entries = messages.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: 0,
    }));
    return { QueueUrl, Entries };
  }

  async function receiveBatch(): Promise<DeadLetter[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: batchSize,
      VisibilityTimeout: visibilityTimeoutSeconds,
      WaitTimeSeconds: waitTimeSeconds,
      MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount'],
    });
    const { Messages = [] } = await client.send(command);
    return Messages.map(toDeadLetter);
  }

  async function* receiveAll(): AsyncGenerator<readonly DeadLetter[]> {
    const seen = new Set<string>();
    for (;;) {
      const batch = await receiveBatch();
      // SQS can deliver a message twice, e.g. when its visibility timeout is over.
      const fresh = batch.filter(({ id }) => !seen.has(id));
      if (fresh.length === 0) return;
      for (const { id } of fresh) seen.add(id);
      yield fresh;
    }
  }

  async function remove({ receiptHandle }: DeadLetter): Promise<void> {
    await client.send(
      new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }),
    );
  }

  return {
    receiveAll,
    remove,
    count: async () => {
      const command = new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesNotVisible',
        ],
      });
      const { Attributes = {} } = await client.send(command);
      const counts = Object.values(Attributes).map(Number);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    release: async (messages) => {
      for (let start = 0; start < messages.length; start += batchSize) {
        const batch = messages.slice(start, start + batchSize);
        // A message that is visible again needs no change. The response reports it as a failure.
        await client.send(new ChangeMessageVisibilityBatchCommand(toRelease(batch)));
      }
    },
    sendAgain: async (message) => {
      const { body: MessageBody } = message;
      await client.send(
        new SendMessageCommand({ QueueUrl: urls.queue_url, MessageBody }),
      );
      await remove(message);
    },
  };
}

function toDeadLetter({
  MessageId = '',
  Body = '',
  ReceiptHandle = '',
  Attributes = {},
}: Message): DeadLetter {
  const { SentTimestamp, ApproximateReceiveCount } = Attributes;
  return {
    id: MessageId,
    body: Body,
    sent_datetime: SentTimestamp ? new Date(Number(SentTimestamp)).toISOString() : null,
    receives: Number(ApproximateReceiveCount ?? 0),
    receiptHandle: ReceiptHandle,
  };
}
