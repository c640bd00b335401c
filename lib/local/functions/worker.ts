import { parentPort, workerData } from 'node:worker_threads';
import { followClock } from '../host/clock.ts';
import type {
  FunctionData,
  InstanceData,
  InstanceMessage,
  InvocationRequest,
} from './invocation.ts';
import { type LoadedBundle, loadHandler } from './load-handler.ts';
import { runInvocation } from './run-invocation.ts';

function send(message: InstanceMessage): void {
  parentPort?.postMessage(message);
}

/** What was printed after the last line break. */
let unfinishedLine = '';

function printText(text: string): void {
  const lines = (unfinishedLine + text).split('\n');
  unfinishedLine = lines.pop() ?? '';
  for (const line of lines) send({ kind: 'line', line });
}

/** Sends a last line that has no line break. */
function flushLines(): void {
  if (unfinishedLine !== '') printText('\n');
}

/**
 * Sends every line that is written to a stream as a message. Through the streams of a worker, lines
 * would arrive later than messages of the worker.
 */
function sendLines(stream: Pick<NodeJS.WriteStream, 'write'>): void {
  stream.write = (chunk: Uint8Array | string, ...others: unknown[]): boolean => {
    printText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());

    // The last argument can be a callback.
    const onWritten = others.at(-1);
    if (typeof onWritten === 'function') queueMicrotask(() => onWritten());
    return true;
  };
}

const data = workerData as InstanceData;
sendLines(process.stdout);
sendLines(process.stderr);
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
  const { definition } = request;
  const outcome = await runInvocation(() => getBundle(definition).handle, request);
  flushLines();
  send({ kind: 'result', ...outcome });
  // By now V8 has compiled what an invocation needs.
  bundles.get(definition.code)?.saveCompiledCode();
});
send({ kind: 'ready' });
