import http from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { compact } from '#shared/runtime/compact.ts';
import { followClock } from '../host/clock.ts';
import { createBypassingRequest } from './bypass-proxy.ts';
import { createLambdaContext } from './context.ts';
import { forwardLines } from './forward-lines.ts';
import {
  type InstanceData,
  type InstanceMessage,
  type InvocationRequest,
  maxPayload,
} from './invocation.ts';
import { loadHandler } from './load-handler.ts';

function send(message: InstanceMessage): void {
  parentPort?.postMessage(message);
}

function toResultMessage(returned: unknown): InstanceMessage {
  const payload = JSON.stringify(returned) ?? 'null';
  if (Buffer.byteLength(payload) <= maxPayload)
    return { kind: 'result', result: { ok: true, payload } };

  const errorType = 'Function.ResponseSizeTooLarge';
  const limit = `maximum allowed payload size (${maxPayload} bytes)`;
  const errorMessage = `Response payload size exceeded ${limit}.`;
  return { kind: 'result', result: { ok: false, errorType, errorMessage } };
}

function toErrorMessage(thrown: unknown): InstanceMessage {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack } = error;
  return compact({
    kind: 'result' as const,
    result: { ok: false as const, errorType: name, errorMessage: message },
    stack,
  });
}

async function run(invocation: () => unknown): Promise<InstanceMessage> {
  try {
    return toResultMessage(await invocation());
  } catch (error) {
    return toErrorMessage(error);
  }
}

const data = workerData as InstanceData;

const flushLines = forwardLines([process.stdout, process.stderr], (line) =>
  send({ kind: 'line', line }),
);
followClock(data.clockState);
if (data.bypass) Object.assign(http, { request: createBypassingRequest(data.bypass) });
const { handle, saveCompiledCode } = loadHandler(data);

parentPort?.on('message', async ({ payload, ...request }: InvocationRequest) => {
  const message = await run(() => {
    const context = createLambdaContext(data, request);
    return handle(JSON.parse(payload), context);
  });
  flushLines();
  send(message);
  // By now V8 has compiled what an invocation needs.
  saveCompiledCode();
});
send({ kind: 'ready' });
