import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { followClock } from '../host/clock.ts';
import type { InstanceData, InstanceMessage, InvocationRequest } from './invocation.ts';
import { type BundleHandler, loadHandler } from './load-handler.ts';
import { runInvocation } from './run-invocation.ts';

function send(message: InstanceMessage): void {
  parentPort?.postMessage(message);
}

/** The print after the last line break. */
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

// V8 loads compiled code in less time than it compiles the source.
enableCompileCache(data.compiledFolder);
let definition = data.firstFunction;
let handler: BundleHandler | undefined = loadHandler(definition);

parentPort?.on('message', async ({ change, ...request }: InvocationRequest) => {
  if (change) {
    process.env = change.environment;
    definition = change.definition;
    handler = undefined;
  }
  const load = () => {
    handler ??= loadHandler(definition);
    return handler;
  };
  const outcome = await runInvocation(load, definition, request);
  flushLines();
  send({ kind: 'result', ...outcome });
  // Saves what V8 has compiled so far, because most threads are terminated.
  flushCompileCache();
});
send({ kind: 'ready' });
