import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { bundlesFolder, root } from '../paths.ts';

/** A position in a bundle, e.g. `/var/task/index.js:1:91655`. */
const bundlePosition = /[^\s("]*\bindex\.js:(\d+):(\d+)/g;

/** Replaces each position in a bundle by its source position, if that is known. */
export function resolvePositions(text: string, findOriginal: FindOriginal): string {
  return text.replaceAll(bundlePosition, (position, line, column) => {
    return findOriginal(Number(line), Number(column)) ?? position;
  });
}

/** The part of a log line of a function that describes an error. */
interface LoggedError {
  endpoint?: string;
  error_name?: string;
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
  try {
    return JSON.parse(line.slice(line.indexOf('{')));
  } catch {
    return undefined;
  }
}

/** Formats the stack trace of a logged error as Node does, one frame per line. */
export function formatLoggedError({
  error_name = 'Error',
  error_stack,
}: LoggedError): string {
  // A log line has its frames on one line, with ` | ` between them.
  const frames = error_stack.split(' | ').map((frame) => `    ${frame}`);
  return [error_name, ...frames].join('\n');
}

/**
 * Returns the source position of a position in a bundle, e.g. `lib/paths.ts:5:14`, or undefined if
 * the source map does not have the position.
 */
type FindOriginal = (line: number, column: number) => string | undefined;

/**
 * Reads the source map of a function's bundle from a folder of maps. Throws if the map is missing.
 */
export async function readSourceMap(
  id: string,
  mapsFolder: string,
): Promise<FindOriginal> {
  const file = join(mapsFolder, id, 'index.js.map');
  const map = new SourceMap(JSON.parse(await readMap(file)));
  return (line, column) => {
    const origin = map.findOrigin(line, column);
    if (!('fileName' in origin)) return undefined;
    const { fileName, lineNumber, columnNumber } = origin;
    return `${toProjectPath(id, fileName)}:${lineNumber}:${columnNumber}`;
  };
}

async function readMap(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Error(
      `There is no source map ${file}. Run npm run build in the commit that is deployed, ` +
        'or name the folder with the maps of the release: --maps FOLDER.',
    );
  }
}

/**
 * Returns the path of a source below the root of the project. A source map has the path relative to
 * the folder in which the bundle was built.
 */
function toProjectPath(id: string, source: string): string {
  const path = resolve(bundlesFolder, id, source);
  return relative(root, path).split(sep).join('/');
}
