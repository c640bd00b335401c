import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueUrls } from '../../deployment/outputs.ts';

/** The most messages that SQS returns or changes at once. */
const batchSize = 10;
/** Received messages are hidden from other readers for this time if this process crashes. */
const visibilityTimeoutSeconds = 60;
/** Long polling asks all servers of a queue. Without it, a response can lack messages. */
const waitTimeSeconds = 1;

/** A message in a dead-letter queue: its consumer failed to process it, and so did all retries. */
export interface DeadLetter {
  id: string;
  body: string;
  /** When the message was sent to its consumer; locally, when the last attempt failed. */
  sent_datetime: string | null;
  /** The number of times that the consumer or this program received the message. */
  receives: number;
  /** SQS requires the handle of the latest receipt to release or delete a message. */
  receiptHandle: string;
}

/**
 * The outcome of sending a message again: `unneeded` if its item is gone or needs no message any
 * more, and `failed` if no message can be made.
 */
export type SendOutcome = 'sent' | 'unneeded' | 'failed';

/** The dead-letter queue of a consumer. */
export interface DeadLetterQueue {
  /** Returns the approximate number of messages, including received messages, which are hidden. */
  count(): Promise<number>;
  /** Receives the messages in batches. Each is hidden until it is released, or for 60 seconds. */
  receiveAll(): AsyncGenerator<readonly DeadLetter[]>;
  /** Makes messages visible again. */
  release(messages: readonly DeadLetter[]): Promise<void>;
  /** Sends a message to the queue of its consumer. Deletes it here, unless that fails. */
  sendAgain(message: DeadLetter): Promise<SendOutcome>;
  /** Deletes a message from this queue. */
  delete(message: DeadLetter): Promise<void>;
}

/**
 * Opens a client with the region, endpoint and credentials of this process. The URL of a local
 * queue is not an address, so the client sends requests to the endpoint instead.
 */
export function openQueueClient(): SQSClient {
  return new SQSClient({ useQueueUrlAsEndpoint: false });
}

/** Opens the dead-letter queue of a consumer. */
export function openDeadLetterQueue(client: SQSClient, urls: QueueUrls): DeadLetterQueue {
  const QueueUrl = urls.dead_letter_queue_url;

  function toReleaseInput(messages: readonly DeadLetter[]) {
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
      if (batch.length === 0) return;
      // SQS can deliver a message twice, e.g. when its visibility timeout is over.
      const unseen = batch.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      if (unseen.length > 0) yield unseen;
    }
  }

  async function deleteMessage({ receiptHandle }: DeadLetter): Promise<void> {
    await client.send(
      new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }),
    );
  }

  return {
    receiveAll,
    delete: deleteMessage,
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
        // SQS reports a failure for a message that is already visible, so failures are ignored.
        const command = new ChangeMessageVisibilityBatchCommand(toReleaseInput(batch));
        await client.send(command);
      }
    },
    sendAgain: async (message) => {
      await sendBody(client, urls.queue_url, message.body);
      await deleteMessage(message);
      return 'sent';
    },
  };
}

/** Sends a message to a queue. */
export async function sendBody(
  client: SQSClient,
  QueueUrl: string | undefined,
  MessageBody: string,
): Promise<void> {
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
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
