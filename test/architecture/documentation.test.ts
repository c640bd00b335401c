import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import { getSource, pages } from './imports.ts';

/** Returns the relative links of a page, as paths below the root. */
function findLinks(page: string): string[] {
  const links = [...getSource(page).matchAll(/\]\(([^)#]+)/g)].map(
    ([, target = '']) => target,
  );
  const relative = links.filter((target) => !/^[a-z]+:/.test(target));
  return relative.map((target) => join(dirname(page), target));
}

/** Returns the paths of the repository that a page names in backticks. */
function findPaths(page: string): string[] {
  const named = getSource(page).matchAll(
    /`((?:bin|data|docs|examples|functions|lib|shared|test)\/[\w./-]*)`/g,
  );
  return [...named].map(([, path = '']) => path);
}

/** Returns the imports in the code of a page that no module of ours exports. */
function findMissingImports(page: string): string[] {
  const imports = getSource(page).matchAll(/^import \{([^}]+)\} from '#([^']+)';$/gm);
  return [...imports].flatMap(([, names = '', specifier = '']) => {
    const file = specifier.replace(/^kit\//, 'test/kit/');
    const source = getSource(file);
    const isMissing = (name: string) =>
      !new RegExp(`^export .*\\b${name}\\b`, 'm').test(source);
    const imported = [...names.matchAll(/\b(?!type\b)\w+/g)].map(([name]) => name);
    return imported.filter(isMissing).map((name) => `${name} of ${file}`);
  });
}

describe('the documentation', () => {
  it.each(pages)('names only files that exist, in %s', (page) => {
    const named = [...findLinks(page), ...findPaths(page)];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(pages)('imports only what modules export, in %s', (page) => {
    expect(findMissingImports(page)).toEqual([]);
  });
});
