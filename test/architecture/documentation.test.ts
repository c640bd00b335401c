import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allowedAttempts } from '#functions/auth/attempts/attempt-windows.ts';
import { fileChanges } from '#functions/diary/file-import/formats/file-changes.ts';
import { root } from '#lib/paths.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';
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

/** Files with samples that people copy, besides the pages. */
const sampleFiles = globSync(
  ['docs/openapi/*.json', 'examples/**/*.{html,js,ts}', 'lib/start/commands.ts'],
  { cwd: root },
);

/** Returns the ids of exercises in the samples of a text. */
function findExercises(text: string): string[] {
  const found = text.matchAll(/\bexercise"?: *\{ *"?id"?: *["']([^"']*)/g);
  return [...found].map(([, id = '']) => id);
}

const domainEntries = readdirSync(join(root, 'functions'), { withFileTypes: true });
const domains = domainEntries.filter((entry) => entry.isDirectory());

/** The page of each folder at the top, and of each domain. */
const folderPages = [
  ...['bin', 'client', 'data', 'docs', 'examples', 'findings'],
  ...['functions', 'lib', 'shared', 'test'],
  ...domains.map(({ name }) => `functions/${name}`),
].map((folder) => `${folder}/README.md`);

describe('the documentation', () => {
  it.each(folderPages)('says in at most 15 lines where to begin, in %s', (page) => {
    const lines = getSource(page).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.some((line) => line.startsWith('Begin at '))).toBe(true);
  });

  it('has the limits of attempts that the code has', () => {
    const guide = getSource('docs/guides/idempotency-and-limits.md');
    const rows = {
      'Wrong secrets of one application from one network':
        allowedAttempts.client_at_network,
      'Unknown client ids from one network': allowedAttempts.unknown_clients_at_network,
      'Wrong passwords of one account from one network':
        allowedAttempts.account_at_network,
      'Wrong passwords of all accounts from one network': allowedAttempts.network,
    };
    for (const [name, limit] of Object.entries(rows))
      expect(guide).toContain(`| ${name} | ${limit} a minute |`);
  });

  it('has all codes of what is changed in files that are imported', () => {
    const guides = ['what-we-read', 'import-files'].map((name) =>
      getSource(`docs/guides/${name}.md`),
    );
    const isMissing = (code: string) => !guides.join('').includes(`\`${code}\``);
    expect(fileChanges.filter(isMissing)).toEqual([]);
  });

  it('has only exercises that are activity types, so that they have a name', () => {
    const texts = [
      ...pages.map(getSource),
      ...sampleFiles.map((file) => readFileSync(join(root, file), 'utf8')),
    ];
    const ids = texts.flatMap(findExercises);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => findActivityType(id) === undefined)).toEqual([]);
  });

  it.each(pages)('names only files that exist, in %s', (page) => {
    const named = [...findLinks(page), ...findPaths(page)];
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(pages)('has no mark of a conflict that nobody resolved, in %s', (page) => {
    expect(getSource(page)).not.toMatch(/^(<{7}|={7}$|>{7})/m);
  });

  it.each(pages)('imports only what modules export, in %s', (page) => {
    expect(findMissingImports(page)).toEqual([]);
  });
});
