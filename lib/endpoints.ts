import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Consumer } from '#shared/contract/consumer.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { FunctionDefinition } from '#shared/contract/function.ts';
import type { Definitions, EndpointEntry } from './definitions.ts';
import { functionsFolder } from './paths.ts';
import { formatFailure } from './terminal/failure.ts';
import { validateConsumers } from './validate-consumers.ts';
import { validateEndpoints } from './validate-endpoints.ts';
import { validateFunctions } from './validate-functions.ts';

/** The file that defines a function of each kind. It is beside the function's `handler.ts`. */
const definitionFiles = {
  endpoints: 'endpoint.ts',
  consumers: 'consumer.ts',
  functions: 'function.ts',
} as const;

/**
 * Finds every endpoint, consumer and function below a folder. Throws one error that names each
 * folder with a problem and says what is wrong with it.
 */
export async function discoverDefinitions(
  folder: string = functionsFolder,
): Promise<Definitions> {
  const definitions = await loadDefinitions(folder);
  const problems = [
    ...(await findUnpairedFiles(folder)),
    ...validateEndpoints(definitions.endpoints),
    ...validateConsumers(definitions.consumers),
    ...validateFunctions(definitions.functions),
  ];
  if (problems.length > 0) {
    throw new Error(`Invalid function definitions:\n  ${problems.join('\n  ')}`);
  }
  return definitions;
}

/** Returns the endpoints alone. Throws as `discoverDefinitions` does. */
export async function discoverEndpoints(
  folder?: string,
): Promise<readonly EndpointEntry[]> {
  const { endpoints } = await discoverDefinitions(folder);
  return endpoints;
}

async function loadDefinitions(folder: string): Promise<Definitions> {
  const endpoints = await loadAll<Endpoint>(folder, definitionFiles.endpoints);
  const consumers = await loadAll<Consumer>(folder, definitionFiles.consumers);
  const functions = await loadAll<FunctionDefinition>(folder, definitionFiles.functions);
  return {
    endpoints: endpoints.map(({ id, value }) => ({ id, endpoint: value })),
    consumers: consumers.map(({ id, value }) => ({ id, consumer: value })),
    functions: functions.map(({ id, value }) => ({ id, definition: value })),
  };
}

/** Finds folders with a definition but no handler, or with a handler but no definition. */
async function findUnpairedFiles(folder: string): Promise<string[]> {
  const handlerIds = await findIds(folder, 'handler.ts');
  const undefinedIds = new Set(handlerIds);
  const files = Object.values(definitionFiles);
  const problems: string[] = [];
  for (const file of files) {
    for (const id of await findIds(folder, file)) {
      const hasHandler = handlerIds.includes(id);
      if (!hasHandler) problems.push(`functions/${id} has ${file} but no handler.ts`);
      undefinedIds.delete(id);
    }
  }
  for (const id of undefinedIds) {
    problems.push(`functions/${id} has handler.ts but no ${files.join(', ')}`);
  }
  return problems;
}

async function findIds(folder: string, file: string): Promise<string[]> {
  const paths = await Array.fromAsync(glob(`**/${file}`, { cwd: folder }));
  return paths.map((path) => dirname(path)).sort();
}

/** The default export of a definition file. The validation proves its type afterwards. */
interface Loaded<Value> {
  id: string;
  value: Value;
}

async function loadAll<Value>(folder: string, file: string): Promise<Loaded<Value>[]> {
  const ids = await findIds(folder, file);
  return Promise.all(ids.map((id) => load<Value>(folder, id, file)));
}

async function load<Value>(
  folder: string,
  id: string,
  file: string,
): Promise<Loaded<Value>> {
  const { href } = pathToFileURL(join(folder, id, file));
  try {
    const module: { default: Value } = await import(href);
    return { id, value: module.default };
  } catch (error) {
    throw new Error(`functions/${id}/${file} cannot be loaded: ${formatFailure(error)}`);
  }
}
