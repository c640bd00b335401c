import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { isBuildCurrent } from '../build/build.ts';
import { bundlesFolder } from '../paths.ts';
import {
  type FindOriginal,
  findSourceMap,
  parseSourceMap,
  resolvePositions,
} from './source-map.ts';

/** The part of a log line of a function that describes an error. */
interface LoggedError {
  endpoint?: string;
  error_name?: string;
  error_message?: string;
  error_stack: string;
}

/** Finds the first log line with an error in a text. Returns undefined if no line has an error. */
export function findLoggedError(text: string): LoggedError | undefined {
  const lines = text.split('\n').map(parseLine);
  return lines.find((fields) => typeof fields?.error_stack === 'string');
}

/**
 * Returns the fields of a log line, or undefined if it has no JSON. The console of CloudWatch puts
 * a time before the JSON.
 */
function parseLine(line: string): LoggedError | undefined {
  return tryParseJson(line.slice(line.indexOf('{'))) as LoggedError | undefined;
}

/** Formats the stack trace of a logged error as Node does, one frame per line. */
export function formatLoggedError({
  error_name = 'Error',
  error_message,
  error_stack,
}: LoggedError): string {
  // A log line has its frames on one line, with ` | ` between them.
  const frames = error_stack.split(' | ').map((frame) => `    ${frame}`);
  const title = error_message ? `${error_name}: ${error_message}` : error_name;
  return [title, ...frames].join('\n');
}

/**
 * Reads the source map of a function's bundle from a folder of maps. Throws if the map is missing.
 */
export async function readSourceMap(
  id: string,
  mapsFolder: string,
): Promise<FindOriginal> {
  return parseSourceMap(await readMap(join(mapsFolder, id, 'index.js.map')));
}

async function readMap(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(`There is no source map ${file}. ${advice}`);
  }
}

const advice =
  'Run npm run build in the commit that is deployed, or name the folder with the maps of the ' +
  'release: --maps FOLDER.';

/**
 * Reads the source map of a function from the last build. Throws if the sources have changed since,
 * or if `npm run dev` has replaced bundles: its positions would be wrong.
 */
export async function readBuiltSourceMap(
  id: string,
  isCurrent = isBuildCurrent,
): Promise<FindOriginal> {
  if (!(await isCurrent()))
    throw new Error(
      `The source maps in dist/functions are not of these sources. ${advice}`,
    );
  return readSourceMap(id, bundlesFolder);
}

/**
 * Replaces the positions in bundles on this machine, e.g. in a line that `npm start` printed.
 * Returns undefined if the trace has none. Throws if the map of one is gone.
 */
export function resolveLocalPositions(trace: string): string | undefined {
  let isLocal = false;
  const resolved = resolvePositions(trace, (path) => {
    if (!existsSync(path)) return undefined;
    isLocal = true;
    const map = findSourceMap(path);
    if (map === undefined)
      throw new Error(
        `No source map belongs to ${path}, because the functions were built again since. ` +
          'Repeat the request.',
      );
    return parseSourceMap(readFileSync(map, 'utf8'));
  });
  return isLocal ? resolved : undefined;
}
