import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../host/listen.ts';
import { readBytes } from '../http/read-bytes.ts';
import { type QueueActionDeps, queueActions } from './queue-actions.ts';

interface QueueActionResult {
  status: number;
  body: object;
}

const missingQueue: QueueActionResult = {
  status: 400,
  body: {
    __type: 'com.amazonaws.sqs#QueueDoesNotExist',
    message: 'The specified queue does not exist.',
  },
};

const unknownAction: QueueActionResult = {
  status: 400,
  body: {
    __type: 'com.amazonaws.sqs#UnsupportedOperation',
    message: 'The local runner does not support this action.',
  },
};

/** Runs the action in the `X-Amz-Target` header of a request, e.g. `AmazonSQS.SendMessage`. */
function runAction(target: unknown, body: string, deps: QueueActionDeps) {
  const [, name = ''] = String(target).split('.');
  const action = Object.hasOwn(queueActions, name) ? queueActions[name] : undefined;
  if (!action) return unknownAction;

  const input = JSON.parse(body);
  if (!deps.names.has(input.QueueUrl)) return missingQueue;
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
  await deps.queues.flush();
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}

/**
 * Starts a server with the JSON protocol of SQS for functions and the operator's command line, and
 * returns its URL. The server listens on 127.0.0.1 only. What a response confirms is on the disk.
 */
export async function startQueueServer(
  deps: QueueActionDeps,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith((request, response) => {
    respond(request, response, deps).catch(() => request.socket.destroy());
  });
  return server.url;
}
