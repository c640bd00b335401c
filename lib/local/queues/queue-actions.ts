import { createHash } from 'node:crypto';
import { compact } from '#shared/runtime/compact.ts';
import type { Clock } from '../host/clock.ts';
import type { MessageQueues } from './message-queues.ts';
import type { QueueMessage } from './queue-file.ts';

/** What the actions need from the rest of the runner. */
export interface QueueActionDeps {
  queues: MessageQueues;
  /** The names of all queues. */
  names: ReadonlySet<string>;
  clock: Pick<Clock, 'now'>;
}

/** The members of a request of SQS that the actions read. `QueueUrl` is the name of a queue. */
export interface QueueActionInput {
  QueueUrl: string;
  MaxNumberOfMessages?: number;
  /** Seconds. */
  VisibilityTimeout?: number;
  MessageBody?: string;
  ReceiptHandle?: string;
  Entries?: QueueActionEntry[];
}

/** One message of a batch. */
type QueueActionEntry = { Id: string } & Omit<QueueActionInput, 'QueueUrl' | 'Entries'>;

type QueueAction = (input: QueueActionInput, deps: QueueActionDeps) => object;

/**
 * The actions of SQS that functions and the operator's command line use, as its API reference
 * describes them.
 */
export const queueActions: Readonly<Record<string, QueueAction>> = {
  GetQueueAttributes: ({ QueueUrl }, { queues, clock }) => {
    const visible = queues.listVisible(QueueUrl, clock.now()).length;
    const hidden = queues.list(QueueUrl).length - visible;
    const Attributes = {
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
    };
    return { Attributes };
  },

  ReceiveMessage: (input, { queues, clock }) => {
    const { QueueUrl, MaxNumberOfMessages = 1, VisibilityTimeout = 30 } = input;
    const now = clock.now();
    const received = queues.listVisible(QueueUrl, now).slice(0, MaxNumberOfMessages);
    for (const message of received)
      queues.receive(message, now + VisibilityTimeout * 1000);
    return { Messages: received.map(toMessage) };
  },

  SendMessage: ({ QueueUrl, MessageBody = '' }, { queues }) => {
    const [sent] = queues.send([{ queue: QueueUrl, body: MessageBody }]);
    return { MessageId: sent?.id, MD5OfMessageBody: computeMd5(MessageBody) };
  },

  SendMessageBatch: ({ QueueUrl, Entries = [] }, { queues }) => {
    const bodies = Entries.map(({ MessageBody = '' }) => MessageBody);
    const sent = queues.send(bodies.map((body) => ({ queue: QueueUrl, body })));
    const Successful = sent.map(({ id, body }, index) => ({
      Id: Entries[index]?.Id,
      MessageId: id,
      MD5OfMessageBody: computeMd5(body),
    }));
    return { Successful, Failed: [] };
  },

  DeleteMessage: (input, { queues }) => {
    const message = findReceived(input, queues);
    if (message) queues.delete(message);
    return {};
  },

  ChangeMessageVisibilityBatch: ({ QueueUrl, Entries = [] }, { queues, clock }) => {
    const now = clock.now();
    const Successful: object[] = [];
    const Failed: object[] = [];
    for (const { Id, ReceiptHandle = '', VisibilityTimeout = 0 } of Entries) {
      const message = findReceived({ QueueUrl, ReceiptHandle }, queues);
      if (message && message.visibleAt > now) {
        queues.hide(message, now + VisibilityTimeout * 1000);
        Successful.push({ Id });
      } else {
        Failed.push({ Id, Code: 'MessageNotInflight', SenderFault: true });
      }
    }
    return { Successful, Failed };
  },
};

/** Returns a message as SQS does. The time at which it was sent is known only for dead letters. */
function toMessage({ id, body, receives, deadSince }: QueueMessage) {
  const SentTimestamp = deadSince === undefined ? undefined : String(deadSince);
  const Attributes = compact({
    ApproximateReceiveCount: String(receives),
    SentTimestamp,
  });
  return {
    MessageId: id,
    ReceiptHandle: id,
    Body: body,
    MD5OfBody: computeMd5(body),
    Attributes,
  };
}

/** Returns the message whose id is the receipt handle, or undefined if it no longer exists. */
function findReceived(
  { QueueUrl, ReceiptHandle }: QueueActionInput,
  queues: MessageQueues,
): QueueMessage | undefined {
  return queues.list(QueueUrl).find(({ id }) => id === ReceiptHandle);
}

/** Computes the checksum that clients of SQS verify. */
function computeMd5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
