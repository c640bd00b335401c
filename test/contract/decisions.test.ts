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
  const files = await Array.fromAsync(
    glob('{functions,lib,shared,test}/**/*.test.ts', { cwd: root }),
  );
  return Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
}

/** A text that is followed by a function, in the call of `it` or `describe`, or of what their `each(...)` answers. */
const title =
  /(?:\b(?:it|describe)(?:\.(?!each)\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|\(|\w+ =>)/gs;
/** The first text of a row of `each`, which stands in the title in place of its `%s`. */
const rowTitle = /\[\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/gs;

async function textsOf(...patterns: RegExp[]): Promise<string[]> {
  const sources = await testSources();
  return patterns.flatMap((pattern) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, , text = '']) => text)),
  );
}

it('names every decision of the wire in the title of a test', async () => {
  const decisions = await idsOf('docs/decisions/wire.md');
  const remarks = (await textsOf(title)).flatMap((text) => text.match(/\([^()]*\)/g) ?? []);
  const named = new Set(remarks.flatMap((remark) => remark.match(/\b[A-Z]\d+\b/g) ?? []));
  expect(decisions.filter((id) => !named.has(id))).toEqual([]);
});

it('names every authorization case in the title of a test, and no other', async () => {
  const cases = await idsOf('docs/authorization-cases.md');
  const id = /\b(?:AZ|LG|CN|TE|AC|PK|CC|RT|BR|RV|IN|MD|AB)-\d\d\b/g;
  const named = (await textsOf(title, rowTitle)).flatMap((text) => text.match(id) ?? []);
  expect([...new Set(named)].sort()).toEqual([...cases].sort());
});

it('names the RFC on which an authorization case rests beside its id', async () => {
  const page = await readFile(join(root, 'docs/authorization-cases.md'), 'utf8');
  const cases = [...page.matchAll(/^\| (\S+) \| (RFC \d{4})/gm)];
  const titles = await textsOf(title, rowTitle);
  const unnamed = cases.filter(
    ([, id = '', rfc = '']) => !titles.some((text) => text.includes(id) && text.includes(rfc)),
  );
  expect(unnamed.map(([, id]) => id)).toEqual([]);
});
