import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

it('names every decision of the wire in the title of a test', async () => {
  const page = await readFile(join(root, 'docs/decisions/wire.md'), 'utf8');
  const decisions = [...page.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id);
  const files = await Array.fromAsync(glob('{functions,lib,shared,test}/**/*.test.ts', { cwd: root }));
  const sources = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  const titles = sources.flatMap((source) =>
    [...source.matchAll(/\(((?:[A-Z]\d+|specification [\d., ]+)(?:, [^)]*)?)\)/g)].map(([, named]) => named),
  );
  const named = new Set(titles.flatMap((title) => title?.match(/[A-Z]\d+/g) ?? []));
  expect(decisions.filter((id) => !named.has(id ?? ''))).toEqual([]);
});
