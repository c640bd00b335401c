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

/** The file that defines a function of each kind; it lies beside the `handler.ts`. */
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
  const endpoints = await loadAll<Endpoint>(folder, definitionFiles.endpoints);
  const consumers = await loadAll<Consumer>(folder, definitionFiles.consumers);
  const functions = await loadAll<FunctionDefinition>(folder, definitionFiles.functions);
  const definitions: Definitions = {
    endpoints: endpoints.map(({ id, value }) => ({ id, endpoint: value })),
    consumers: consumers.map(({ id, value }) => ({ id, consumer: value })),
    functions: functions.map(({ id, value }) => ({ id, definition: value })),
  };
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

/**
 * Names the folders that have a definition without a handler, or a handler without a definition.
 */
async function findUnpairedFiles(folder: string): Promise<string[]> {
  const names = Object.values(definitionFiles);
  const idsByFile = await Promise.all(names.map((file) => findIds(folder, file)));
  const handlers = await findIds(folder, 'handler.ts');
  const withoutHandler = names.flatMap((file, i) =>
    difference(idsByFile[i], handlers).map(
      (id) => `functions/${id} has ${file} but no handler.ts`,
    ),
  );
  const withoutDefinition = difference(handlers, idsByFile.flat()).map(
    (id) => `functions/${id} has handler.ts but no ${names.join(', ')}`,
  );
  return [...withoutHandler, ...withoutDefinition];
}

function difference(
  ids: readonly string[] = [],
  others: readonly string[] = [],
): string[] {
  return ids.filter((id) => !others.includes(id));
}

async function findIds(folder: string, file: string): Promise<string[]> {
  const paths = await Array.fromAsync(glob(`**/${file}`, { cwd: folder }));
  return paths.map((path) => dirname(path)).sort();
}

async function loadAll<Value>(
  folder: string,
  file: string,
): Promise<{ id: string; value: Value }[]> {
  const ids = await findIds(folder, file);
  return Promise.all(
    ids.map(async (id) => ({ id, value: await load<Value>(folder, id, file) })),
  );
}

/**
 * Imports the default export of a definition. The validation afterwards proves that it has the
 * type.
 */
async function load<Value>(folder: string, id: string, file: string): Promise<Value> {
  const path = join(folder, id, file);
  try {
    const { default: value }: { default: Value } = await import(pathToFileURL(path).href);
    return value;
  } catch (error) {
    throw new Error(`functions/${id}/${file} cannot be loaded: ${formatFailure(error)}`);
  }
}
