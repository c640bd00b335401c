import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '#lib/paths.ts';
import type { Language } from '#shared/pages/language.ts';
import { allFiles, files, getSource } from './imports.ts';

/** The generated types of the typed client. */
const isGenerated = (file: string) => file.startsWith('client/openapi/');
const sources = allFiles.filter(
  (file) => !isGenerated(file) && !file.endsWith('.test.ts'),
);

/** Captures the name of an exported declaration. */
const exported =
  /^export (?:async |declare )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm;

/**
 * Returns the files in which each exported name is declared. A schema and its type may share a
 * name in one file.
 */
function findDeclarations(): ReadonlyMap<string, readonly string[]> {
  const declarations = sources.flatMap((file) => {
    const names = [...getSource(file).matchAll(exported)].map(([, name = '']) => name);
    return [...new Set(names)].map((name) => ({ name, file }));
  });
  const byName = Map.groupBy(declarations, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ file }) => file)]));
}

/**
 * Names that files share on purpose: the handler of a function, and the verbs of stores and
 * resources, which are imported as namespaces.
 */
const sharedNames = ['create', 'find', 'handler', 'list', 'present', 'remove', 'update'];

it('one exported name has one meaning', () => {
  const repeated = [...findDeclarations()].filter(([, files]) => files.length > 1);
  const unexpected = repeated.filter(([name]) => !sharedNames.includes(name));
  const found = unexpected.map(([name, files]) => `${name}: ${files.join(', ')}`);
  const advice = 'Rename all but one of them, or import the one that exists.';
  expect(found, advice).toEqual([]);
});

/** The files with the texts of a feature, in catalogs such as `{ en, de }`. */
const textFiles = files.filter((file) => /\.(texts|mail)\.ts$/.test(file));

/** Words that are the same in both languages. */
const sameWords = [
  'Browser',
  'Calcium',
  'Name',
  'Snacks',
  'Status',
  'Vitamin A',
  'Vitamin C',
];

/** Matches a file name or an address. */
const reference = /^\S*[./]\S*\w$/;

/** Lists the texts in a value, at any depth. */
function listLeaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listLeaves);
}

/** Lists the texts with a word that the catalogs in a value have in a language, at any depth. */
function listTexts(value: unknown, language: Language): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const texts = Object.entries(value).flatMap(([name, member]) =>
    name === language ? listLeaves(member) : listTexts(member, language),
  );
  const withWord = texts.filter((text) => /\p{L}{2}/u.test(text));
  return withWord.filter((text) => !sameWords.includes(text) && !reference.test(text));
}

describe('the German texts', () => {
  it('are in the files of features', () => {
    expect(textFiles.length).toBeGreaterThan(15);
  });

  it.each(textFiles)('in %s are all translated', async (file) => {
    const catalogs: object = await import(join(root, file));
    const english = listTexts(catalogs, 'en');
    const german = listTexts(catalogs, 'de');
    expect(german.filter((text) => english.includes(text))).toEqual([]);
  });
});

/** Lists the texts of buttons that have a label of their own, with the label, at any depth. */
function listLabels(value: unknown): { text: string; label: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const text: unknown = Reflect.get(value, name.replace(/Label$/, ''));
    if (typeof member !== 'function' || typeof text !== 'string')
      return listLabels(member);
    return [{ text, label: String(member('Strava', 'today')) }];
  });
}

it('labels of buttons contain the text of the button, for speech control', async () => {
  const catalogs = await Promise.all(textFiles.map((file) => import(join(root, file))));
  const labels = listLabels(catalogs.map((catalog) => Object.values(catalog)));
  expect(labels.length).toBeGreaterThan(30);
  expect(labels.filter(({ text, label }) => !label.includes(text))).toEqual([]);
});
