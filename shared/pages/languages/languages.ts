import { de } from './de.ts';
import { en, type Texts } from './en.ts';

export type { Texts } from './en.ts';

/** The languages of the pages. The first one is the default. */
export const languages: readonly [Texts, ...Texts[]] = [en, de];

interface LanguageRange {
  tag: string;
  weight: number;
}

/**
 * Parses the weight of a language range. Defaults to 1; an invalid weight is 0, so that the range
 * is ignored.
 */
function parseWeight(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  const [, value = '0'] = /^q=([01](?:\.\d{0,3})?)$/.exec(weight) ?? [];
  return Number(value);
}

function parseLanguageRange(text: string): LanguageRange {
  const [tag = '', ...parameters] = text
    .split(';')
    .map((part) => part.trim().toLowerCase());
  return { tag, weight: parseWeight(parameters) };
}

/**
 * Parses Accept-Language headers such as `de-AT, en;q=0.5` (RFC 9110 section 12.5.4), by descending
 * weight.
 */
function parseAcceptLanguage(headers: readonly string[]): LanguageRange[] {
  const ranges = headers.flatMap((header) => header.split(',')).map(parseLanguageRange);
  const accepted = ranges.filter(({ weight }) => weight > 0);
  return accepted.sort((one, other) => other.weight - one.weight);
}

/**
 * Returns the texts for a language range, whatever its region, or undefined if no language matches.
 */
function findTexts({ tag }: LanguageRange): Texts | undefined {
  if (tag === '*') return languages[0];
  const [language] = tag.split('-', 1);
  return languages.find((texts) => texts.tag === language);
}

/** Returns the texts in the language that the browser prefers. Defaults to English. */
export function selectTexts(acceptLanguage: readonly string[]): Texts {
  for (const range of parseAcceptLanguage(acceptLanguage)) {
    const texts = findTexts(range);
    if (texts) return texts;
  }
  return languages[0];
}

/**
 * Returns the texts of a catalog in the language of a tag. Defaults to the texts of the first
 * language. A page with many texts has a catalog of its own, which only the functions of that page
 * load.
 */
export function pickLanguage<LanguageTexts extends { tag: string }>(
  catalog: readonly [LanguageTexts, ...LanguageTexts[]],
  { tag }: { tag: string },
): LanguageTexts {
  return catalog.find((texts) => texts.tag === tag) ?? catalog[0];
}
