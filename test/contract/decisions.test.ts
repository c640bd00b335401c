import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The ids in the first column of a page's table. */
async function idsOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(/^\| ([A-Z]+-?\d+) +\|/gm)].map(([, id = '']) => id);
}

async function testSources(): Promise<string[]> {
  const files = await Array.fromAsync(glob('{functions,lib,shared,test}/**/*.test.ts', { cwd: root }));
  return Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
}

it('names every decision of the wire in the title of a test', async () => {
  const decisions = await idsOf('docs/decisions/wire.md');
  const titles = (await testSources()).flatMap((source) =>
    [...source.matchAll(/\(((?:[A-Z]\d+|specification [\d., ]+)(?:, [^)]*)?)\)/g)].map(([, named]) => named),
  );
  const named = new Set(titles.flatMap((title) => title?.match(/[A-Z]\d+/g) ?? []));
  expect(decisions.filter((id) => !named.has(id))).toEqual([]);
});

it('names every authorization case in a test, and no other', async () => {
  const cases = await idsOf('docs/authorization-cases.md');
  const named = (await testSources()).flatMap(
    (source) => source.match(/\b(?:AZ|LG|CN|TE|AC|PK|CC|RT|BR|RV|IN|MD|AB)-\d\d\b/g) ?? [],
  );
  expect([...new Set(named)].sort()).toEqual([...cases].sort());
});
