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
  !/^(client|test)\//.test(file) && !file.endsWith('.test.ts');

/** All TypeScript files, tests included, as paths below the root. */
export const allFiles: readonly string[] = await globAll(
  '{bin,client,functions,lib,shared,test}/**/*.ts',
);

/** The files that run in production or on one machine, without tests. */
export const files = allFiles.filter(isProduction);

/** All Markdown pages, as paths below the root. */
export const pages: readonly string[] = await globAll(
  '{*,client/*,docs/**/*,{bin,data,examples,findings,functions,lib,shared,test}/**/README}.md',
);

const sources = new Map(
  [...allFiles, ...pages].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

/** Returns the text of a file. */
export const getSource = (file: string) => sources.get(file) ?? '';

/** One import in a file of ours. */
export interface Edge {
  /** The path of the importing file below the root. */
  from: string;
  /** The path of the imported file below the root, or the specifier of a package. */
  to: string;
  /** Whether the import is of types alone, so that it does not exist when the code runs. */
  isTypeOnly: boolean;
}

/** Captures `type` and the specifier of an import or export, or the specifier of `import()`. */
const statements =
  /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Returns the path of an imported file below the root, or the specifier of a package. */
function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('#kit/')) return specifier.replace('#kit/', 'test/kit/');
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.')
    ? relative(root, join(root, dirname(from), specifier))
    : specifier;
}

function findImports(from: string): Edge[] {
  return [...getSource(from).matchAll(statements)].map(
    ([, type, staticSpecifier = '', specifier = staticSpecifier]) => ({
      from,
      to: resolveSpecifier(from, specifier),
      isTypeOnly: type !== undefined,
    }),
  );
}

const byFile = new Map(files.map((file) => [file, findImports(file)]));

/** Every import in a file of ours. */
export const edges: readonly Edge[] = [...byFile.values()].flat();

/** Returns all modules that run when a file is loaded: its imports, their imports, and so on. */
export function findLoadedModules(
  file: string,
  modules = new Set<string>(),
): ReadonlySet<string> {
  for (const { to, isTypeOnly } of byFile.get(file) ?? []) {
    if (isTypeOnly || modules.has(to)) continue;
    modules.add(to);
    findLoadedModules(to, modules);
  }
  return modules;
}

/** Formats imports as sentences. */
export const formatEdges = (someEdges: readonly Edge[]) =>
  someEdges.map(({ from, to }) => `${from} imports ${to}`);
