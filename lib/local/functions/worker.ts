import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { compact } from '#shared/runtime/compact.ts';
import { followClock } from '../host/clock.ts';
import {
  type FunctionData,
  type InstanceData,
  type InstanceMessage,
  type InvocationRequest,
  maxPayload,
} from './invocation.ts';
import { type LoadedBundle, loadHandler } from './load-handler.ts';

/** The context of the Node 24 runtime, which has no callbacks. */
type LambdaContext = Omit<Context, 'done' | 'fail' | 'succeed'>;

/** Creates the context of an invocation that starts now. */
function createLambdaContext(
  { functionName, functionArn, memory }: FunctionData,
  { requestId, timeoutMs }: Pick<InvocationRequest, 'requestId' | 'timeoutMs'>,
): LambdaContext {
  const deadline = performance.now() + timeoutMs;

  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memory),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
}

type WritableText = Pick<NodeJS.WriteStream, 'write'>;

/** Collects text into lines. */
interface LineBuffer {
  add(text: string): void;
  /** Forwards a last line that has no line break. */
  flush(): void;
}

function createLineBuffer(forward: (line: string) => void): LineBuffer {
  let unfinished = '';

  return {
    add: (text) => {
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) forward(line);
    },
    flush: () => {
      if (unfinished !== '') forward(unfinished);
      unfinished = '';
    },
  };
}

/**
 * Sends every line that is written to these streams to `forward` instead. Through the streams of a
 * worker, lines would arrive later than messages of the worker. Returns a function that forwards an
 * unfinished line.
 */
function forwardLines(
  streams: readonly WritableText[],
  forward: (line: string) => void,
): () => void {
  const buffer = createLineBuffer(forward);

  for (const stream of streams)
    stream.write = (chunk: Uint8Array | string, ...others: unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      buffer.add(text);

      // The last argument can be a callback.
      const onWritten = others.at(-1);
      if (typeof onWritten === 'function') queueMicrotask(() => onWritten());
      return true;
    };

  return buffer.flush;
}

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

/** The loaded bundles, by folder. */
const bundles = new Map<string, LoadedBundle>();

/** Returns the bundle of a function, which the first call loads. */
function getBundle(definition: FunctionData): LoadedBundle {
  const { code } = definition;
  const bundle = bundles.get(code) ?? loadHandler(definition, data.compiledFolder);
  bundles.set(code, bundle);
  return bundle;
}

getBundle(data.firstFunction);

parentPort?.on('message', async (request: InvocationRequest) => {
  const { payload, definition } = request;
  const message = await run(() => {
    const context = createLambdaContext(definition, request);
    return getBundle(definition).handle(JSON.parse(payload), context);
  });
  flushLines();
  send(message);
  // By now V8 has compiled what an invocation needs.
  bundles.get(definition.code)?.saveCompiledCode();
});
send({ kind: 'ready' });
