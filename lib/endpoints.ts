import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Screen } from '#functions/account/screen.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Consumer, FunctionDefinition } from '#shared/contract/function.ts';
import { functionsFolder } from './paths.ts';
import { formatFailure } from './terminal/failure.ts';
import { validateConsumers, validateFunctions } from './validate-definitions.ts';
import { validateEndpoints } from './validate-endpoints.ts';

/**
 * The end of the name of a file that defines a function of each kind. It is beside the function's
 * `handler.ts`, but that of a screen is made by the build.
 */
export const definitionFiles = {
  endpoint: 'endpoint.ts',
  endpoints: 'endpoints.ts',
  screens: '.screen.ts',
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
  const files = await readdir(folder, { recursive: true });
  const definitions = await loadDefinitions(folder, files);
  const problems = [
    ...findUnpairedFiles(files),
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

async function loadDefinitions(
  folder: string,
  files: readonly string[],
): Promise<Definitions> {
  const loadKind = <Value>(name: string) =>
    Promise.all(findFiles(files, name).map((file) => load<Value>(folder, file)));
  const single = await loadKind<Endpoint>(definitionFiles.endpoint);
  const grouped = await loadKind<EndpointGroup>(definitionFiles.endpoints);
  const screens = await loadKind<Screen>(definitionFiles.screens);
  const consumers = await loadKind<Consumer>(definitionFiles.consumers);
  const functions = await loadKind<FunctionDefinition>(definitionFiles.functions);
  return {
    endpoints: [
      ...single.map(({ id, value }) => ({ id, functionId: id, endpoint: value })),
      ...grouped.flatMap(listGroup),
      ...screens.flatMap(({ id, value }) => listGroup({ id, value: value?.endpoints })),
    ].sort((one, other) => (one.id < other.id ? -1 : 1)),
    screens: screens.map(({ id, file, value }) => ({ id, file, screen: value })),
    consumers: consumers.map(({ id, value }) => ({ id, consumer: value })),
    functions: functions.map(({ id, value }) => ({ id, definition: value })),
  };
}

/** The endpoints of one function by their names, which `serveEach` serves. */
type EndpointGroup = Readonly<Record<string, Endpoint>>;

/** A file without endpoints has one entry, which is invalid. */
function listGroup({
  id: functionId,
  value,
}: Pick<Loaded<EndpointGroup>, 'id' | 'value'>): EndpointEntry[] {
  const named = Object.entries(value ?? { '': value });
  return named.map(([name, endpoint]) => ({
    id: `${functionId}/${name}`,
    functionId,
    endpoint,
  }));
}

/** Finds folders with a definition but no handler, or with a handler but no definition. */
function findUnpairedFiles(files: readonly string[]): string[] {
  const handlerIds = findIds(files, 'handler.ts');
  const idsWithoutDefinition = new Set(handlerIds);
  const { screens: _, ...others } = definitionFiles;
  const names = Object.values(others);
  const problems: string[] = [];
  for (const name of names) {
    for (const id of findIds(files, name)) {
      const hasHandler = handlerIds.includes(id);
      if (!hasHandler) problems.push(`functions/${id} has ${name} but no handler.ts`);
      idsWithoutDefinition.delete(id);
    }
  }
  for (const id of idsWithoutDefinition) {
    problems.push(`functions/${id} has handler.ts but none of ${names.join(', ')}`);
  }
  return problems;
}

/** Returns the files of this name, or whose name ends so. */
function findFiles(files: readonly string[], name: string): string[] {
  const isNamed = (path: string) =>
    name.startsWith('.') ? path.endsWith(name) : basename(path) === name;
  return files.filter(isNamed).sort();
}

/** Returns the folders that have a file of this name. */
function findIds(files: readonly string[], name: string): string[] {
  return findFiles(files, name).map((path) => dirname(path));
}

/** The default export of a definition file. The validation proves its type afterwards. */
interface Loaded<Value> {
  id: string;
  /** The path below `functions`. */
  file: string;
  value: Value;
}

async function load<Value>(folder: string, file: string): Promise<Loaded<Value>> {
  const { href } = pathToFileURL(join(folder, file));
  try {
    const module: { default: Value } = await import(href);
    return { id: dirname(file), file, value: module.default };
  } catch (error) {
    throw new Error(`functions/${file} cannot be loaded: ${formatFailure(error)}`);
  }
}

/**
 * An endpoint and its id, as in `main/data-source/list`: its folder below `functions`, or that of
 * its `endpoints.ts` with its name.
 */
export interface EndpointEntry {
  id: string;
  /** The folder of the function that serves it, perhaps with others. */
  functionId: string;
  endpoint: Endpoint;
}

/** A screen with the id of its function, and the path of its file below `functions`. */
export interface ScreenEntry {
  id: string;
  file: string;
  screen: Screen;
}

/** A queue consumer and its id. */
export interface ConsumerEntry {
  id: string;
  consumer: Consumer;
}

/** A function that serves no route and consumes no queue, and its id. */
export interface FunctionEntry {
  id: string;
  definition: FunctionDefinition;
}

/** A function that API Gateway invokes, and the endpoints that it serves. */
export interface ApiFunctionEntry {
  id: string;
  endpoints: readonly Endpoint[];
}

/** Returns the functions of endpoints. */
export function listApiFunctions(entries: readonly EndpointEntry[]): ApiFunctionEntry[] {
  const groups = Map.groupBy(entries, ({ functionId }) => functionId);
  return Array.from(groups, ([id, group]) => ({
    id,
    endpoints: group.map(({ endpoint }) => endpoint),
  }));
}

/** Every Lambda function of the service, by what invokes it. Each list is sorted by id. */
export interface Definitions {
  endpoints: readonly EndpointEntry[];
  /** The screens, whose endpoints are among those. */
  screens: readonly ScreenEntry[];
  consumers: readonly ConsumerEntry[];
  functions: readonly FunctionEntry[];
}

/** Returns the ids of all functions: those of endpoints, consumers, then the rest. */
export function listFunctionIds({
  endpoints,
  consumers,
  functions,
}: Definitions): string[] {
  return [...listApiFunctions(endpoints), ...consumers, ...functions].map(({ id }) => id);
}
