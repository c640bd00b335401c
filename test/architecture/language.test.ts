import { describe, expect, it } from 'vitest';
import { allFiles, files, getSource, pages } from './imports.ts';

const self = 'test/architecture/language.test.ts';
/** The generated types of the typed client. */
const isGenerated = (file: string) => file.startsWith('client/openapi/');
const sources = allFiles.filter((file) => file !== self && !isGenerated(file));

/** Phrases that a reader has to decipher. */
const phrases = /\b(where (?:it|there|none)|whoever|anew|in vain)\b/gi;
const phraseAdvice = [
  'Write "if ...", "unless ...", "a caller that ...", "again" or "after all retries".',
  'See "How we write" in CONTRIBUTING.md.',
].join(' ');

/** Matches block comments, and line comments after a space or at the start. */
const comment = /\/\*.*?\*\/|(?<=^|\s)\/\/ [^\n]*/gs;
/** Matches what Markdown quotes: blocks of code, code and quotations. */
const notProse = /^```.*?^```|`[^`]*`|"[^"]*"/gms;

/** Returns the phrases in a text with the words around them. Line breaks do not hide a phrase. */
function findPhrases(text: string): string[] {
  const line = text.replace(/\n\s*(\*|\/\/)? */g, ' ');
  const found = [...line.matchAll(phrases)];
  return found.map(({ 0: phrase, index }) =>
    line.slice(Math.max(0, index - 30), index + phrase.length + 30),
  );
}

function findInComments(file: string): string[] {
  const comments = getSource(file).match(comment) ?? [];
  return comments.flatMap(findPhrases).map((phrase) => `${file}: ${phrase}`);
}

function findInPage(page: string): string[] {
  const prose = getSource(page).replace(notProse, '');
  return findPhrases(prose).map((phrase) => `${page}: ${phrase}`);
}

/** Captures the name of an exported declaration. */
const exported =
  /^export (?:async |declare )*(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm;

/**
 * Returns the files in which each exported name is declared. A schema and its type may share a
 * name in one file.
 */
function findDeclarations(): ReadonlyMap<string, readonly string[]> {
  const files = sources.filter((file) => !file.endsWith('.test.ts'));
  const declarations = files.flatMap((file) => {
    const names = [...getSource(file).matchAll(exported)].map(([, name = '']) => name);
    return [...new Set(names)].map((name) => ({ name, file }));
  });
  const byName = Map.groupBy(declarations, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ file }) => file)]));
}

/** Captures a name that ends in `Of`, unless it begins with `is` or `has`. */
const nounName = /\b(?:function\*?|const|let) (?!(?:is|has)[A-Z])(\w+Of)\b/g;

/** Returns the names that end in `Of` and are no questions such as `isOneOf`. */
function findNounNames(file: string): string[] {
  const names = [...getSource(file).matchAll(nounName)].map(([, name]) => name);
  return names.map((name) => `${file}: ${name}`);
}

/**
 * Names that files share on purpose: the handler of a function, and the verbs of stores and
 * resources, which are imported as namespaces. The list is a ratchet.
 */
const sharedNames: readonly string[] = [
  'create',
  'find',
  'handler',
  'list',
  'present',
  'remove',
  'update',
];

const maxColumns = 100;

/** What cannot be wrapped in Markdown: code blocks, rows of tables, headings with links. */
const unwrappable = /^ *```.*?^ *```|^ *\|[^\n]*|^#[^\n]*\]\([^\n]*/gms;

/** Returns a text without the content of lines that cannot be wrapped. Line numbers stay. */
function getWrappableText(file: string): string {
  const source = getSource(file);
  if (!file.endsWith('.md')) return source;
  return source.replace(unwrappable, (lines) => lines.replace(/[^\n]+/g, ''));
}

/**
 * Returns file and number of the lines that are too long, which the formatter leaves alone. Only
 * lines that match `pattern` are examined.
 */
function findLongLines(file: string, pattern = /^/): string[] {
  const lines = [...getWrappableText(file).split('\n').entries()];
  const long = lines.filter(([, line]) => line.length > maxColumns && pattern.test(line));
  return long.map(([index]) => `${file}:${index + 1}`);
}

/** Matches a line of a comment that has no code. */
const commentLine = /^ *(?:\/\/|\/?\*)/;

/** The file names of catalogs with German texts, each beside one with the English texts. */
const germanFile = /(?<=[-./])de\.ts$/;
/** Words that are the same in both languages. */
const sameWords: readonly string[] = ['Name', 'Status'];

/** Returns the texts in a file that have a word. Names of files and scopes are no texts. */
function listTexts(file: string): string[] {
  const code = getSource(file).replace(/^import [^;]*;|\/\*.*?\*\//gms, '');
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g);
  const texts = Array.from(literals, ([, text, template = '']) => text ?? template);
  const hasWord = (text: string) => /\p{L}{2}/u.test(text.replace(/\$\{[^}]*\}/g, ''));
  return texts.filter((text) => hasWord(text) && !/^\w+\.\w+$/.test(text));
}

/** Returns the texts of a German catalog that are English. */
function findUntranslated(file: string): string[] {
  const english = new Set(listTexts(file.replace(germanFile, 'en.ts')));
  const same = listTexts(file).filter((text) => english.has(text));
  return same
    .filter((text) => !sameWords.includes(text))
    .map((text) => `${file}: ${text}`);
}

const renameAdvice = [
  'Rename all but one of them, or import the one that exists.',
  'sharedNames in test/architecture/language.test.ts is a ratchet: do not add to it.',
].join(' ');

describe('the language of the project', () => {
  it('has no phrases in comments that a reader has to decipher', () => {
    expect(sources.flatMap(findInComments), phraseAdvice).toEqual([]);
  });

  it('has no such phrases in Markdown', () => {
    expect(pages.flatMap(findInPage), phraseAdvice).toEqual([]);
  });

  it('gives one exported name one meaning', () => {
    const repeated = [...findDeclarations()].filter(([, files]) => files.length > 1);
    const unexpected = repeated.filter(([name]) => !sharedNames.includes(name));
    const found = unexpected.map(([name, files]) => `${name}: ${files.join(', ')}`);
    expect(found, renameAdvice).toEqual([]);
  });

  it('allows only the shared names that are in use', () => {
    const declarations = findDeclarations();
    const unused = sharedNames.filter(
      (name) => (declarations.get(name)?.length ?? 0) < 2,
    );
    expect(unused, 'Remove these names from sharedNames.').toEqual([]);
  });

  it('has no line of code or comment over 100 columns, except in data and tests', () => {
    const isNarrow = (file: string) =>
      !/^test\/|\.(?:data|test)\.ts$|\/fixtures\//.test(file);
    const long = allFiles.filter(isNarrow).flatMap((file) => findLongLines(file));
    expect(long, 'Wrap the comment or the text.').toEqual([]);
  });

  it('has no comment over 100 columns in tests', () => {
    const long = sources.flatMap((file) => findLongLines(file, commentLine));
    expect(long, 'Wrap the comment.').toEqual([]);
  });

  it('has no line of Markdown over 100 columns, except in tables and code', () => {
    const isGeneratedPage = (page: string) =>
      /^docs\/(?:endpoints|errors)\.md$/.test(page);
    const written = pages.filter((page) => !isGeneratedPage(page));
    const long = written.flatMap((page) => findLongLines(page));
    expect(long, 'Wrap the line.').toEqual([]);
  });

  it('has no German text that is English', () => {
    const catalogs = files.filter((file) => germanFile.test(file));
    expect(catalogs.length).toBeGreaterThan(8);
    expect(catalogs.flatMap(findUntranslated), 'Translate the text.').toEqual([]);
  });

  it('starts the names of functions with a verb', () => {
    const advice =
      'Start the name with a verb: get..., find..., list..., parse..., to...';
    expect(sources.flatMap(findNounNames), advice).toEqual([]);
  });
});
