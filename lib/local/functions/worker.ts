import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { followClock } from '../host/clock.ts';
import { keepCompiledModules } from '../host/compile-cache.ts';
import { createLambdaContext } from './context.ts';
import { forwardLines } from './forward-lines.ts';
import {
  type InstanceData,
  type InstanceMessage,
  type InvocationRequest,
  maxPayload,
} from './invocation.ts';

const data = workerData as InstanceData;

function tell(message: InstanceMessage): void {
  parentPort?.postMessage(message);
}

/**
 * Loads the bundle as the CommonJS module that it is in Lambda, where no package.json stands above it to say otherwise.
 * Throws where the module does not export the handler.
 */
function loadHandler(): (event: unknown, context: unknown) => unknown {
  const [name = '', exported = ''] = data.handler.split('.');
  const require = createRequire(`${data.code}/`);
  const file = require.resolve(`./${name}`);
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const load = compileFunction(
    readFileSync(file, 'utf8'),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    {
      filename: file,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  load(module.exports, require, module, file, dirname(file));
  const found = module.exports[exported];
  if (typeof found !== 'function')
    throw new Error(`${file} does not export a function named ${exported}.`);
  return found as (event: unknown, context: unknown) => unknown;
}

function succeed(result: unknown): InstanceMessage {
  const payload = JSON.stringify(result) ?? 'null';
  if (Buffer.byteLength(payload) <= maxPayload)
    return { kind: 'outcome', outcome: { ok: true, payload } };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${maxPayload} bytes).`;
  return {
    kind: 'outcome',
    outcome: { ok: false, errorType: 'Function.ResponseSizeTooLarge', errorMessage },
  };
}

function fail(thrown: unknown): InstanceMessage {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return {
    kind: 'outcome',
    outcome: { ok: false, errorType: name, errorMessage: message },
    ...(stack && { stack }),
  };
}

async function run(invocation: () => unknown): Promise<InstanceMessage> {
  try {
    return succeed(await invocation());
  } catch (error) {
    return fail(error);
  }
}

keepCompiledModules();
const flushLines = forwardLines([process.stdout, process.stderr], (line) =>
  tell({ kind: 'line', line }),
);
followClock(data.clockOffset);
const handle = loadHandler();

parentPort?.on('message', async ({ payload, ...request }: InvocationRequest) => {
  const message = await run(() => handle(JSON.parse(payload), createLambdaContext(data, request)));
  flushLines();
  tell(message);
});
tell({ kind: 'ready' });
