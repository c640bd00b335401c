import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { bundlesFolder } from '../paths.ts';

/**
 * Finds the source map of a bundle on this machine: the file beside it or, for a copy in an asset
 * of the template, that of the equal bundle of the build. Returns undefined if there is none, e.g.
 * because the build has newer bundles.
 */
export function findSourceMap(bundle: string): string | undefined {
  const beside = `${bundle}.map`;
  if (existsSync(beside)) return beside;
  const original = findEqualBundle(bundle);
  return original && `${original}.map`;
}

function findEqualBundle(bundle: string): string | undefined {
  const { size } = statSync(bundle);
  const candidates = globSync('**/index.js', { cwd: bundlesFolder })
    .map((path) => join(bundlesFolder, path))
    .filter((path) => statSync(path).size === size);
  const content = readFileSync(bundle);
  return candidates.find((path) => readFileSync(path).equals(content));
}

/**
 * Returns the source position of a position in a bundle, e.g. `lib/paths.ts:5:14`, or undefined if
 * the source map does not have the position.
 */
export type FindOriginal = (line: number, column: number) => string | undefined;

/** Parses a source map. */
export function parseSourceMap(text: string): FindOriginal {
  const map = new SourceMap(JSON.parse(text));
  return (line, column) => {
    const origin = map.findOrigin(line, column);
    if (!('fileName' in origin)) return undefined;
    const { fileName, lineNumber, columnNumber } = origin;
    return `${toProjectPath(fileName)}:${lineNumber}:${columnNumber}`;
  };
}

/**
 * Returns the path of a source below the root of the project. A source map has it relative to the
 * folder in which the bundle was built, which is below the root, too.
 */
function toProjectPath(source: string): string {
  return source.replace(/^(?:\.\.\/)+/, '');
}

/** A position in a bundle, e.g. `/var/task/index.js:1:91655`. */
const bundlePosition = /((?:[A-Za-z]:)?[\\/][^()|"\n]*?\bindex\.js):(\d+):(\d+)/g;

/** Returns the source positions of a bundle by its path, or undefined if they are unknown. */
type FindBundle = (path: string) => FindOriginal | undefined;

/** Replaces each position in a bundle by its source position, if that is known. */
export function resolvePositions(text: string, findBundle: FindBundle): string {
  return text.replaceAll(bundlePosition, (position, path, line, column) => {
    return findBundle(path)?.(Number(line), Number(column)) ?? position;
  });
}

/** Replaces the positions in bundles on this machine. Each map is read at its first use. */
export function createLocalResolver(): (text: string) => string {
  const maps = new Map<string, FindOriginal | undefined>();
  const findBundle: FindBundle = (path) => {
    if (!maps.has(path)) maps.set(path, readMap(path));
    return maps.get(path);
  };
  return (text) => resolvePositions(text, findBundle);
}

function readMap(bundle: string): FindOriginal | undefined {
  const map = existsSync(bundle) ? findSourceMap(bundle) : undefined;
  return map === undefined ? undefined : parseSourceMap(readFileSync(map, 'utf8'));
}
