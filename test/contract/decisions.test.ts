import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#lib/paths.ts';

const citingFiles = '{bin,client,docs,functions,lib,shared,test}/**/*.{ts,md}';
const tests = '{functions,lib,shared,test}/**/*.ts';

async function readAll(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(pattern, { cwd: root }));
  return Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
}

/** A row of a page: its id, and the titles that lead to the test in its last column. */
interface Row {
  id: string;
  titles: string[];
}

async function listRows(page: string): Promise<Row[]> {
  const rows = (await readFile(join(root, page), 'utf8')).matchAll(
    /^\| (?<id>[A-Z]+-?\d+) +\|.*\| (?<test>(?:\\\||[^|])+) \|$/gm,
  );
  return [...rows].map(({ groups: { id = '', test = '' } = {} }) => ({
    id,
    titles: test.replaceAll('\\|', '|').trim().split(' › '),
  }));
}

/** Returns whether a source contains a text in quotes. */
function hasLiteral(source: string, text: string): boolean {
  const literals = [`'${text.replaceAll("'", "\\'")}'`, `"${text}"`, `\`${text}\``];
  return literals.some((literal) => source.includes(literal));
}

it.each(['docs/authorization-cases.md', 'docs/decisions/wire.md'])(
  '%s names a test in each row',
  async (page) => {
    const rows = await listRows(page);
    expect(rows.length).toBeGreaterThan(50);
    const sources = await readAll(tests);
    const untested = rows.filter(
      ({ titles }) =>
        !sources.some((source) => titles.every((title) => hasLiteral(source, title))),
    );
    expect(untested).toEqual([]);
  },
);

it('finds every cited row and every cited record', async () => {
  const texts = await readAll(citingFiles);
  // Comments on one line.
  const citing = texts.map((text) => text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')).join();
  const rows = citing.match(/\bwire\.md [A-Z]\d+(?:(?:, | and )[A-Z]\d+)*/g) ?? [];
  const cited = rows.flatMap((row) => row.match(/[A-Z]\d+/g) ?? []);
  const records = citing.match(/\b[Dd]ecision \d+/g) ?? [];
  expect(Math.min(cited.length, records.length)).toBeGreaterThan(10);

  const ids = (await listRows('docs/decisions/wire.md')).map(({ id }) => id);
  expect(cited.filter((id) => !ids.includes(id))).toEqual([]);

  const files = await readdir(join(root, 'docs/decisions'));
  const numbers = files.map((file) => `decision ${file.slice(0, '0000'.length)}`);
  const unknown = records.filter((record) => !numbers.includes(record.toLowerCase()));
  expect(unknown).toEqual([]);
});
