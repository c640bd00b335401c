import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { root } from '#lib/paths.ts';

const globAll = async (pattern: string): Promise<string[]> => {
  const exclude = ['client/dist/**'];
  const found = await Array.fromAsync(glob(pattern, { cwd: root, exclude }));
  return found.sort();
};

const isProduction = (file: string) =>
  !/^(client|test)\//.test(file) &&
  !file.endsWith('.test.ts') &&
  !file.includes('fixtures');

/** All TypeScript files, tests included, as paths below the root. */
export const allFiles: readonly string[] = await globAll(
  '{bin,client,functions,lib,shared,test}/**/*.ts',
);

/** The files that run in production or on one machine, without tests and their fixtures. */
export const files = allFiles.filter(isProduction);

/** All Markdown pages, as paths below the root. */
export const pages: readonly string[] = await globAll(
  '{*,client/*,docs/**/*,data/**/*}.md',
);

const sources = new Map(
  [...allFiles, ...pages].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** The text of a file. */
export const getSource = (file: string) => sources.get(file) ?? '';

/** One import of a file of ours, by its path below the root, or of a package. */
export interface Edge {
  from: string;
  to: string;
  /** Of types alone, which is gone when the code runs. */
  ofTypes: boolean;
}

const statements =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The path of an imported file below the root; a package stays as it is named. */
function pathBelowRoot(from: string, loaded: string): string {
  if (loaded.startsWith('#kit/')) return loaded.replace('#kit/', 'test/kit/');
  if (loaded.startsWith('#')) return loaded.slice(1);
  return loaded.startsWith('.')
    ? relative(root, join(root, dirname(from), loaded))
    : loaded;
}

/** An import with a placeholder is part of a template for generated code. */
const isTemplate = (loaded: string) => loaded.includes('${');

function findImports(from: string): Edge[] {
  const imports = [...getSource(from).matchAll(statements)].map(
    ([, type, stated = '', loaded = stated]) => ({ type, loaded }),
  );
  const ownImports = imports.filter(({ loaded }) => !isTemplate(loaded));
  return ownImports.map(({ type, loaded }) => ({
    from,
    to: pathBelowRoot(from, loaded),
    ofTypes: type !== undefined,
  }));
}

const byFile = new Map(files.map((file) => [file, findImports(file)]));

/** Every import of a file of ours. */
export const edges: readonly Edge[] = [...byFile.values()].flat();

/** All that runs when a file is loaded: what it imports, what that imports, and so on. */
export function loadedBy(file: string, found = new Set<string>()): ReadonlySet<string> {
  for (const { to, ofTypes } of byFile.get(file) ?? []) {
    if (ofTypes || found.has(to)) continue;
    found.add(to);
    loadedBy(to, found);
  }
  return found;
}

/** Imports as sentences. */
export const formatEdges = (found: readonly Edge[]) =>
  found.map(({ from, to }) => `${from} imports ${to}`);
