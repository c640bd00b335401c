import { de } from './de.ts';
import { en, type Texts } from './en.ts';

export type { Texts } from './en.ts';

/** The languages of our pages, the one for everybody else first. A further one is a file beside these, and named here. */
export const languages: readonly [Texts, ...Texts[]] = [en, de];

/** What a browser asks for: languages with their weights, as in `de-AT, en;q=0.5` (RFC 9110 section 12.5.4). */
function wishesOf(acceptLanguage: readonly string[]): { tag: string; weight: number }[] {
  return acceptLanguage
    .flatMap((header) => header.split(','))
    .map((wish) => wish.split(';').map((part) => part.trim().toLowerCase()))
    .map(([tag = '', ...parameters]) => ({ tag, weight: weightOf(parameters) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
}

/** What is not a weight makes its wish count for nothing. */
function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  return q === undefined ? 1 : Number(/^q=([01](?:\.\d{0,3})?)$/.exec(q)?.[1] ?? 0);
}

/** The texts in the language that a browser wants most of those that there are; any region of it is good. */
export function textsFor(acceptLanguage: readonly string[]): Texts {
  for (const { tag } of wishesOf(acceptLanguage)) {
    const texts =
      tag === '*' ? languages[0] : languages.find((known) => known.tag === tag.split('-', 1)[0]);
    if (texts) return texts;
  }
  return languages[0];
}
