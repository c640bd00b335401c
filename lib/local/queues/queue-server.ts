import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compact } from '#shared/runtime/compact.ts';
import type { Clock } from '../host/clock.ts';
import { listen } from '../host/listen.ts';
import { chooseStoreHost } from '../host/store-host.ts';
import { readBytes } from '../http/message.ts';
import { type MessageQueues, type QueueMessage, toHiddenTime } from './message-queues.ts';

interface QueueActionDeps {
  queues: MessageQueues;
  /** The names of all queues. */
  names: ReadonlySet<string>;
  clock: Pick<Clock, 'now'>;
}

/** The members of a request of SQS that the actions read. `QueueUrl` is the name of a queue. */
interface QueueActionInput {
  QueueUrl: string;
  MaxNumberOfMessages?: number;
  /** Seconds. */
  VisibilityTimeout?: number;
  MessageBody?: string;
  /** Seconds. */
  DelaySeconds?: number;
  ReceiptHandle?: string;
  Entries?: QueueActionEntry[];
}

/** One message of a batch. */
type QueueActionEntry = { Id: string } & Omit<QueueActionInput, 'QueueUrl' | 'Entries'>;

type QueueAction = (input: QueueActionInput, deps: QueueActionDeps) => object;

/** Matches a message that SQS refuses for its characters. Its source is "SendMessageBatch". */
const refusedCharacters =
  /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * The actions of SQS that functions and the operator's command line use, as its API reference
 * describes them.
 */
const queueActions: Readonly<Record<string, QueueAction>> = {
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
      queues.receive(message, toHiddenTime(VisibilityTimeout, now));
    return { Messages: received.map(toMessage) };
  },

  SendMessage: ({ QueueUrl, MessageBody = '' }, { queues }) => {
    const [sent] = queues.send([{ queue: QueueUrl, body: MessageBody }]);
    return { MessageId: sent?.id, MD5OfMessageBody: computeMd5(MessageBody) };
  },

  SendMessageBatch: ({ QueueUrl, Entries = [] }, { queues, clock }) => {
    const { refused = [], accepted = [] } = Object.groupBy(
      Entries,
      ({ MessageBody = '' }) =>
        refusedCharacters.test(MessageBody) ? 'refused' : 'accepted',
    );
    const messages = accepted.map(({ MessageBody: body = '', DelaySeconds = 0 }) => {
      const delay = DelaySeconds === 0 ? {} : toHiddenTime(DelaySeconds, clock.now());
      return { queue: QueueUrl, body, ...delay };
    });
    const sent = queues.send(messages);
    const Successful = sent.map(({ id, body }, index) => ({
      Id: accepted[index]?.Id,
      MessageId: id,
      MD5OfMessageBody: computeMd5(body),
    }));
    const Code = 'InvalidMessageContents';
    const Failed = refused.map(({ Id }) => ({ Id, Code, SenderFault: true }));
    return { Successful, Failed };
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
        queues.hide(message, toHiddenTime(VisibilityTimeout, now));
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

/** Builds the response to a request that SQS refuses. */
function refuse(type: string, message: string) {
  return { status: 400, body: { __type: `com.amazonaws.sqs#${type}`, message } };
}

/** Runs the action in the `X-Amz-Target` header of a request, e.g. `AmazonSQS.SendMessage`. */
function runAction(target: unknown, body: string, deps: QueueActionDeps) {
  const [, name = ''] = String(target).split('.');
  const action = Object.hasOwn(queueActions, name) ? queueActions[name] : undefined;
  if (!action)
    return refuse(
      'UnsupportedOperation',
      'The local runner does not support this action.',
    );

  const input = JSON.parse(body);
  if (!deps.names.has(input.QueueUrl))
    return refuse('QueueDoesNotExist', 'The specified queue does not exist.');
  return { status: 200, body: action(input, deps) };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  deps: QueueActionDeps,
): Promise<void> {
  const bytes = await readBytes(request);
  const target = request.headers['x-amz-target'];
  const { status, body } = runAction(target, bytes.toString(), deps);
  // A change is on the disk before a response confirms it.
  await deps.queues.flush();
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}

/**
 * Starts a server with the JSON protocol of SQS for functions and the operator's command line, and
 * returns its URL. The server listens on loopback only.
 */
export async function startQueueServer(
  deps: QueueActionDeps,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const server = await listen(chooseStoreHost(), 0, disposables);
  server.handleWith((request, response) => respond(request, response, deps));
  return server.url;
}
