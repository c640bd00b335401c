import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { bundlesFolder, root } from '../paths.ts';

/**
 * Returns the source position of a position in a bundle, e.g. `lib/paths.ts:5:14`, or undefined if
 * the source map does not have the position.
 */
export type FindOriginal = (line: number, column: number) => string | undefined;

/**
 * Reads the source map of a function's bundle from a folder of maps. Throws if the map is missing.
 */
export async function readSourceMap(
  id: string,
  mapsFolder: string,
): Promise<FindOriginal> {
  const file = join(mapsFolder, id, 'index.js.map');
  const map = new TraceMap(await readMap(file));
  return (line, column) => {
    // Stack traces count columns from 1, source maps from 0.
    const original = originalPositionFor(map, { line, column: column - 1 });
    if (original.source === null) return undefined;
    return `${toProjectPath(id, original.source)}:${original.line}:${original.column + 1}`;
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
