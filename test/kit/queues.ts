import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '#lib/local/host/listen.ts';

export type QueueFault =
  /** No queue has this URL, the policy denies the request, or it has a malformed message. */
  | 'missing'
  | 'denied'
  | 'malformed'
  /** The queue is throttling, fails, or does not respond. */
  | 'throttled'
  | 'failing'
  | 'unreachable';

/** A stand-in for SQS whose queues take messages, unless `faults` has a fault of their URL. */
export interface StandInQueues {
  url: string;
  /** The messages of each queue by its URL. */
  messages: Map<string, object[]>;
  /** The seconds for which messages wait, those of all queues. */
  delays: number[];
  faults: Map<string, QueueFault>;
  /** Returns the fault of one message, which does not concern others in the same request. */
  findMessageFault: (body: string) => { Code: string; SenderFault: boolean } | undefined;
}

interface BatchInput {
  QueueUrl: string;
  Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[];
}

/** The responses of SQS for a whole request. */
const failures: Readonly<
  Record<QueueFault, { status: number; type: string } | undefined>
> = {
  missing: { status: 400, type: 'com.amazonaws.sqs#QueueDoesNotExist' },
  denied: { status: 403, type: 'com.amazon.coral.service#AccessDeniedException' },
  malformed: { status: 400, type: 'com.amazonaws.sqs#InvalidMessageContents' },
  throttled: { status: 403, type: 'com.amazonaws.sqs#RequestThrottled' },
  failing: { status: 500, type: 'com.amazonaws.sqs#InternalError' },
  unreachable: undefined,
};

/** Starts a stand-in for `SendMessageBatch` of SQS. */
export async function startStandInQueues(
  disposables: AsyncDisposableStack,
): Promise<StandInQueues> {
  const server = await listen('127.0.0.1', 0, disposables);
  const queues: StandInQueues = {
    url: server.url,
    messages: new Map(),
    delays: [],
    faults: new Map(),
    findMessageFault: () => undefined,
  };
  server.handleWith(async (request, response) => {
    const input = (await json(request)) as BatchInput;
    const fault = queues.faults.get(input.QueueUrl);
    if (fault === undefined) return respond(response, 200, takeMessages(queues, input));

    const failure = failures[fault];
    if (failure) respond(response, failure.status, { __type: failure.type });
    else request.socket.destroy();
  });
  return queues;
}

function takeMessages(
  { messages, delays, findMessageFault }: StandInQueues,
  { QueueUrl, Entries }: BatchInput,
): object {
  const taken = messages.get(QueueUrl) ?? [];
  messages.set(QueueUrl, taken);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const { Id, MessageBody, DelaySeconds } of Entries) {
    const fault = findMessageFault(MessageBody);
    if (fault) {
      Failed.push({ Id, ...fault });
      continue;
    }
    taken.push(JSON.parse(MessageBody));
    if (DelaySeconds !== undefined) delays.push(DelaySeconds);
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
    Successful.push({ Id, MessageId: `${taken.length}`, MD5OfMessageBody });
  }
  return { Successful, Failed };
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}
