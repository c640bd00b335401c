import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serveScreen } from '#functions/account/serve-screen.ts';
import { isFunctionName } from '#lib/cloud/functions/function-name.ts';
import { discoverDefinitions, listFunctionIds } from '#lib/endpoints.ts';
import {
  type InvocationOutcome,
  toFunctionData,
} from '#lib/local/functions/invocation.ts';
import { type BundleHandler, loadHandler } from '#lib/local/functions/load-handler.ts';
import type { CreatePool } from '#lib/local/functions/pool.ts';
import { runInvocation } from '#lib/local/functions/run-invocation.ts';
import type { LambdaFunction } from '#lib/local/template/resources.ts';
import { functionsFolder } from '#lib/paths.ts';
import { describePaths } from '#shared/contract/served-path.ts';
import { requireBundle } from './built-code.ts';
import { recordOutput } from './record-output.ts';

type LoadFunction = (
  definition: LambdaFunction,
) => BundleHandler | Promise<BundleHandler>;

function run(
  load: LoadFunction,
  definition: LambdaFunction,
  payload: string,
  timeoutMs: number,
): Promise<InvocationOutcome> {
  const data = toFunctionData(definition);
  const request = { requestId: randomUUID(), payload, timeoutMs };
  return runInvocation(() => load(definition), data, request);
}

const definitions = await discoverDefinitions();
const ids = listFunctionIds(definitions);
const servedPaths = describePaths(definitions.endpoints.map(({ endpoint }) => endpoint));

const idsByName = new Map<string, string | undefined>();

/** Returns the id of a function of an API, whose folder or its digest is part of its name. */
function findApiFunction({ name }: LambdaFunction): string | undefined {
  if (!idsByName.has(name))
    idsByName.set(
      name,
      ids.find((id) => isFunctionName(name, id)),
    );
  return idsByName.get(name);
}

/** Whether the source code of a function runs without the build, which writes the documentation. */
function hasSource(definition: LambdaFunction): boolean {
  const id = findApiFunction(definition);
  return id !== undefined && id !== 'main/documentation';
}

/** Loads the source code of a function of an API. */
const loadSource: LoadFunction = async (definition) => {
  const id = findApiFunction(definition);
  const screen = definitions.screens.find((candidate) => candidate.id === id);
  if (screen) {
    const { default: value } = await import(join(functionsFolder, screen.file));
    return serveScreen(value);
  }
  const module = await import(join(functionsFolder, `${id}`, 'handler.ts'));
  // The build makes the handler of the fallback.
  return module.handler ?? module.createFallback(servedPaths);
};

const { cache } = createRequire(import.meta.url);

/** Creates a function that loads the deployed code of each function once. */
function createBundleLoader(): LoadFunction {
  const handlers = new Map<string, BundleHandler>();
  return async (definition) => {
    const code = await requireBundle(definition.code);
    const loaded = handlers.get(code);
    if (loaded) return loaded;

    // The code reads the environment once, and an earlier service has another one.
    delete cache[join(code, 'index.js')];
    const handler = loadHandler({ ...definition, code });
    handlers.set(code, handler);
    return handler;
  };
}

/**
 * Creates a function that loads the source code of the functions of the APIs, and the deployed code
 * of all others.
 */
function createLoader(): LoadFunction {
  const loadBundle = createBundleLoader();
  return (definition) =>
    hasSource(definition) ? loadSource(definition) : loadBundle(definition);
}

/** Milliseconds. The tests of one endpoint do not test its time limit. */
const longTimeoutMs = 600_000;

const load = createLoader();

/** Runs a function in this process, with the environment that the process has. */
export function runHandler(
  definition: LambdaFunction,
  payload: string,
): Promise<InvocationOutcome> {
  return run(load, definition, payload, longTimeoutMs);
}

/**
 * Creates a pool without threads: all functions run in this process, whose environment becomes that
 * of the latest one. Those of the APIs run from the source, because the tests of the contract run
 * their deployed code, and all others from their deployed code.
 */
export const createPoolInProcess: CreatePool = ({ log }) => {
  const load = createLoader();
  return {
    async invoke(definition, payload) {
      Object.assign(process.env, definition.environment);
      const { result: outcome, lines } = await recordOutput(() =>
        run(load, definition, payload, definition.timeout * 1000),
      );
      for (const line of lines) log(line.trimEnd());
      const { result, stack } = outcome;
      if (!result.ok) log(`${definition.name} failed: ${stack ?? result.errorMessage}`);
      return result;
    },
    end: async () => undefined,
  };
};
