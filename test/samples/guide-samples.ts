import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { LocalService } from '#lib/local/service.ts';
import { root } from '#lib/paths.ts';

/** The languages of the samples in their order, each with the tag of its blocks of code. */
const sampleTags = { TypeScript: 'ts', Python: 'python', curl: 'sh' } as const;

export type SampleLanguage = keyof typeof sampleTags;

/** A request of a guide in all languages, one below the other. */
export interface GuideSample {
  /** The heading above the languages. */
  section: string;
  code: Partial<Record<SampleLanguage, string>>;
  /** The commands that install what the code needs. */
  installs: Partial<Record<SampleLanguage, string>>;
  /** The shown part of the response as JSON, or an empty text if words describe it. */
  response?: string;
}

export const sampleLanguages = Object.keys(sampleTags).filter(isLanguage);

const guideFolder = join(root, 'docs', 'guides');
/** The guide whose first sample all guides continue. */
const firstGuide = 'getting-started';

/** Guides that explain, without a request to the interfaces. */
const guidesWithoutSamples = [
  'index',
  'assistants',
  // Its secret is made on a page.
  'inbox',
  'libraries',
  'limits',
  'make-an-application',
  'usage',
  'what-we-read',
];

/** The guides with samples. */
export const sampleGuides = readdirSync(guideFolder)
  .map((file) => basename(file, '.md'))
  .filter((guide) => !guidesWithoutSamples.includes(guide));

function isLanguage(text: string): text is SampleLanguage {
  return Object.hasOwn(sampleTags, text);
}

type Urls = Partial<LocalService['urls']>;

/** Parses a guide, with the addresses of a service in place of placeholders. */
function parseGuide(guide: string, urls: Urls): readonly Token[] {
  const text = readFileSync(join(guideFolder, `${guide}.md`), 'utf8');
  const addresses = new Map<string, string>(Object.entries(urls));
  const filled = text.replaceAll(
    /\{\{(\w+)\}\}/g,
    (whole, name) => addresses.get(name) ?? whole,
  );
  return lexer(filled);
}

export function listCodeBlocks(guide: string, urls: Urls): string[] {
  const blocks = parseGuide(guide, urls).filter(({ type }) => type === 'code');
  return blocks.map((block) => ('text' in block ? block.text : ''));
}

/**
 * Reads the samples of a guide. Throws if the guide has a request without the headings of the
 * languages.
 */
export function readGuideSamples(guide: string, urls: Urls = {}): readonly GuideSample[] {
  const samples: GuideSample[] = [];
  let section = '';
  let label = '';
  for (const token of parseGuide(guide, urls)) {
    if (token.type === 'heading') {
      label = token.text;
      if (label === sampleLanguages[0]) samples.push({ section, code: {}, installs: {} });
      if (label !== 'Response' && !isLanguage(label)) section = label;
    }
    const sample = samples.at(-1);
    if (sample && label === 'Response') sample.response ??= '';
    if (sample && token.type === 'code') addBlock(sample, label, token as Tokens.Code);
    if (token.type === 'code' && !isLanguage(label) && token.text.includes('curl '))
      throw new Error(`${guide}.md, "${section}": the request needs all languages.`);
  }
  return samples;
}

/** Adds the code of a language, the commands that install what it needs, or the response. */
function addBlock(sample: GuideSample, label: string, { lang, text }: Tokens.Code): void {
  if (label === 'Response' && lang === 'json') sample.response = text;
  if (!isLanguage(label)) return;
  if (lang === sampleTags[label]) sample.code[label] = text;
  else if (lang === 'sh') sample.installs[label] = text;
}

/** Reads the samples of a guide, after the one that they continue. */
export function readGuideFromStart(guide: string, urls: Urls): readonly GuideSample[] {
  const [start, ...others] = readGuideSamples(firstGuide, urls);
  if (!start) throw new Error(`${firstGuide}.md has no sample.`);
  const samples = guide === firstGuide ? others : readGuideSamples(guide, urls);
  return [start, ...samples];
}

/**
 * Lists what is wrong with what a sample printed: where it differs from the shown response, or that
 * it is an error although the guide shows none.
 */
export function listProblems({ response }: GuideSample, printed: unknown): string[] {
  if (response) return listDifferences(JSON.parse(response), printed);
  const isError = /"errors?":|_diagnostics/.test(String(JSON.stringify(printed)));
  return isError ? [`The response is ${JSON.stringify(printed)}.`] : [];
}

/**
 * Lists the members at which a response differs from the shown one. A shown response may leave out
 * members of an object, and the end of a list.
 */
function listDifferences(shown: unknown, received: unknown, path = 'response'): string[] {
  if (typeof shown !== 'object' || shown === null) {
    const [expected, actual] = [shown, received].map(hideChanges);
    return expected === actual
      ? []
      : [`${path} is ${actual}, and the guide has ${expected}`];
  }
  if (typeof received !== 'object' || received === null)
    return [`${path} is ${JSON.stringify(received)}`];
  const members = new Map(Object.entries(received));
  return Object.entries(shown).flatMap(([name, value]) =>
    listDifferences(value, members.get(name), `${path}.${name}`),
  );
}

/** Formats a value without what differs from run to run: ids, tokens, mail addresses and times. */
function hideChanges(value: unknown): string {
  return String(JSON.stringify(value))
    .replaceAll(/\bfit_([a-z]+)_[\w-]+(\.\.\.)?/g, '<$1>')
    .replaceAll(/\b01[0-9a-z]{8}(\.\.\.|[0-9a-z]{26,})/g, '<id>')
    .replaceAll(/\b[0-9a-f]{8}-(\.\.\.|[0-9a-f-]{27})/g, '<request>')
    .replaceAll(/\b([a-z_]+-\d{6}-)a[A-Za-z0-9]{10}\b/g, '$1<application>')
    .replaceAll(/\bsecret=[\w.]+/g, 'secret')
    .replaceAll(/\bwhsec_[\w.+/=]+/g, 'secret')
    .replaceAll(/[\w.<>+-]+@[\w.-]+/g, '<mail>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<time>');
}
