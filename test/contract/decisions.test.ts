import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#lib/paths.ts';

/** Tests, and the parts of tests that share a service. */
const testFiles = ['{functions,lib,shared}/**/*.test.ts', 'test/**/*.ts'];
const citingFiles = '{bin,client,docs,functions,lib,shared,test}/**/*.{ts,md}';

function read(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

/** Lists the ids in the first column of a page's table. */
async function listIds(page: string): Promise<string[]> {
  const rows = (await read(page)).matchAll(/^\| ([A-Z]+-?\d+) +\|/gm);
  return [...rows].map(([, id = '']) => id);
}

const literal = /(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/.source;
const call = /(?:\b(?:it|describe)(?:\.(?!each)\w+)*|\))/.source;
const callback = /(?:async\b|\(|\w+ =>)/.source;

/** The title in a call of `it`, `describe` or `each(...)`: a text before a function. */
const title = new RegExp(`${call}\\(\\s*${literal},\\s*${callback}`, 'gs');
/** The first text in a row of `each`, which replaces `%s` in the title. */
const rowTitle = new RegExp(`\\[\\s*${literal},`, 'gs');

const tests = await Array.fromAsync(glob(testFiles, { cwd: root }));
const sources = await Promise.all(tests.map(read));

/** Lists the texts in all tests that match one of the patterns. */
function listTexts(...patterns: RegExp[]): string[] {
  return patterns.flatMap((pattern) =>
    sources.flatMap((source) => findTexts(source, pattern)),
  );
}

function findTexts(source: string, pattern: RegExp): string[] {
  const matches = [...source.matchAll(pattern)];
  return matches.map(({ groups }) => groups?.text ?? '');
}

/** Lists the distinct matches of a pattern in texts. */
function findAll(texts: readonly string[], pattern: RegExp): string[] {
  const matches = texts.flatMap((text) => text.match(pattern) ?? []);
  return [...new Set(matches)];
}

it('finds every decision about the API in the title of a test', async () => {
  const decisions = await listIds('docs/decisions/wire.md');
  const remarks = findAll(listTexts(title), /\([^()]*\)/g);
  const tested = findAll(remarks, /\b[A-Z]\d+\b/g);
  const untested = decisions.filter((id) => !tested.includes(id));
  expect(untested).toEqual([]);
});

/** Lists the files that may cite decisions, with comments on one line. */
async function listCitingTexts(): Promise<string[]> {
  const files = await Array.fromAsync(glob(citingFiles, { cwd: root }));
  const texts = await Promise.all(files.map(read));
  return texts.map((text) => text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' '));
}

it('finds every cited row and every cited record', async () => {
  const texts = await listCitingTexts();
  const rows = findAll(texts, /\bwire\.md [A-Z]\d+(?:(?:, | and )[A-Z]\d+)*/g);
  const cited = findAll(rows, /[A-Z]\d+/g);
  const records = findAll(texts, /\b[Dd]ecision \d+/g);
  expect(Math.min(cited.length, records.length)).toBeGreaterThan(10);

  const ids = await listIds('docs/decisions/wire.md');
  expect(cited.filter((id) => !ids.includes(id))).toEqual([]);

  const files = await readdir(join(root, 'docs/decisions'));
  const numbers = files.map((file) => `decision ${file.slice(0, '0000'.length)}`);
  const unknown = records.filter((record) => !numbers.includes(record.toLowerCase()));
  expect(unknown).toEqual([]);
});

it('finds every authorization case in the title of a test, and no unknown case', async () => {
  const cases = await listIds('docs/authorization-cases.md');
  const titles = listTexts(title, rowTitle);
  const tested = findAll(titles, /\b(?:AZ|LG|CN|TE|AC|PK|CC|RT|BR|RV|IN|MD|AB)-\d\d\b/g);
  expect(tested.sort()).toEqual([...cases].sort());
});

it('finds the RFC of an authorization case beside its id', async () => {
  const page = await read('docs/authorization-cases.md');
  const cases = [...page.matchAll(/^\| (?<id>\S+) \| (?<rfc>RFC \d{4})/gm)];
  const titles = listTexts(title, rowTitle);
  const withoutRfc = cases.filter(({ groups: { id = '', rfc = '' } = {} }) => {
    const citing = titles.filter((text) => text.includes(id));
    return !citing.some((text) => text.includes(rfc));
  });
  expect(withoutRfc.map(({ groups }) => groups?.id)).toEqual([]);
});
