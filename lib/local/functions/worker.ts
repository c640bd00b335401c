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
  const { definition } = request;
  const outcome = await runInvocation(() => getBundle(definition).handle, request);
  flushLines();
  send({ kind: 'result', ...outcome });
  // By now V8 has compiled what an invocation needs.
  bundles.get(definition.code)?.saveCompiledCode();
});
send({ kind: 'ready' });
