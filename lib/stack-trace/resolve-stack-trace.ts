import { isFunctionName } from '../cloud/functions/function-name.ts';
import { type Definitions, discoverDefinitions, listFunctionIds } from '../endpoints.ts';
import { toPascalCase } from '../pascal-case.ts';
import { resolvePositions } from './source-map.ts';
import {
  findLoggedError,
  formatLoggedError,
  readBuiltSourceMap,
  readSourceMap,
  resolveLocalPositions,
} from './stack-trace.ts';

/**
 * Returns a log line or a stack trace with the positions in the source instead of positions in
 * bundles. Bundles on this machine are mapped by their own maps, and those of a deployed release by
 * the maps in a folder, which defaults to that of the last build. Throws an error that explains
 * what is missing.
 */
export async function resolveStackTrace(
  input: string,
  name: string | undefined,
  mapsFolder?: string,
): Promise<string> {
  const logged = findLoggedError(input);
  const trace = logged ? formatLoggedError(logged) : input.trimEnd();
  const resolved = mapsFolder === undefined ? resolveLocalPositions(trace) : undefined;
  if (resolved !== undefined) return resolved;

  const functionName = name ?? logged?.endpoint;
  if (!functionName)
    throw new Error('Name the function, e.g. npm run admin -- stack-trace auth/token.');

  const id = findFunctionId(await discoverDefinitions(), functionName);
  const findOriginal =
    mapsFolder === undefined
      ? await readBuiltSourceMap(id)
      : await readSourceMap(id, mapsFolder);
  return resolvePositions(trace, () => findOriginal);
}

/**
 * Finds the id of a function by `name`: the id, the name in AWS, or the name in log lines.
 * Throws an error if no function has this name.
 */
export function findFunctionId(definitions: Definitions, name: string): string {
  const id =
    listFunctionIds(definitions).find(
      (candidate) => candidate === name || isNameInAws(name, candidate),
    ) ?? findByLogName(definitions, name);
  if (!id)
    throw new Error(`There is no function ${name}. Use its folder, e.g. auth/token.`);
  return id;
}

/**
 * Returns whether a function has this name in AWS. The name of a function of an API has its folder,
 * e.g. `Stack-auth-token`. Any other name is the stack, the logical id and a random part, e.g.
 * `Stack-AuthSendMail9D20A5AF-x`.
 */
function isNameInAws(name: string, id: string): boolean {
  if (isFunctionName(name, id)) return true;
  return new RegExp(`(^|-)${toPascalCase(id)}([0-9A-F]{8}|$)`).test(name);
}

/**
 * Finds a function by the name in its log lines: method and path for an endpoint, `authorizer` for
 * the authorizer, and the summary for any other function.
 */
function findByLogName(
  { endpoints, consumers, functions }: Definitions,
  name: string,
): string | undefined {
  const endpoint = endpoints.find(
    ({ endpoint: { method, path } }) => `${method} ${path}` === name,
  );
  const consumer = consumers.find(({ consumer: { summary } }) => summary === name);
  const other = functions.find(({ definition: { trigger, summary } }) =>
    trigger === 'authorizer' ? name === 'authorizer' : name === summary,
  );
  return endpoint?.functionId ?? (consumer ?? other)?.id;
}
