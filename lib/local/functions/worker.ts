import { parentPort, workerData } from 'node:worker_threads';
import { compact } from '#shared/runtime/compact.ts';
import { followClock } from '../host/clock.ts';
import { createLambdaContext } from './context.ts';
import { forwardLines } from './forward-lines.ts';
import {
  type FunctionData,
  type InstanceData,
  type InstanceMessage,
  type InvocationRequest,
  maxPayload,
} from './invocation.ts';
import { type LoadedBundle, loadHandler } from './load-handler.ts';

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
