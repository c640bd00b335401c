/** The languages of pages, mail and exports, by their tag (BCP 47). The first is the default. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

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

/** Returns the language of a tag, whatever its region, or undefined if it is none of ours. */
function findLanguage(tag: string): Language | undefined {
  if (tag === '*') return languages[0];
  const [name] = tag.split('-', 1);
  return languages.find((language) => language === name);
}

/** Returns the language of a stored tag. Defaults to English. */
export function toLanguage(tag: string): Language {
  return findLanguage(tag) ?? languages[0];
}

/**
 * Returns the language that the browser prefers, by Accept-Language headers such as
 * `de-AT, en;q=0.5` (RFC 9110 section 12.5.4). Defaults to English.
 */
export function selectLanguage(acceptLanguage: readonly string[]): Language {
  const ranges = acceptLanguage
    .flatMap((header) => header.split(','))
    .map(parseLanguageRange);
  const accepted = ranges.filter(({ weight }) => weight > 0);
  const byPreference = accepted.sort((one, other) => other.weight - one.weight);
  for (const { tag } of byPreference) {
    const language = findLanguage(tag);
    if (language) return language;
  }
  return languages[0];
}

/**
 * Formats a date such as `2026-11-20` in the long form of a language. Creates the formatter on each
 * call, because creating it at load time would slow every cold start by several milliseconds.
 */
export function formatLongDate(date: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(date));
}

/** Formats a time such as `2026-11-20T12:00:00.000Z`, to the minute, in UTC. */
export function formatLongTime(time: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(time))} (UTC)`;
}
