/** Matches a joiner, which is invisible. Emoji, Arabic and Indic scripts have it inside a text. */
const joiner = '[\\u200c\\u200d]';

/**
 * The characters with which a text can look like another one or reorder what is around it. Those
 * that Unicode calls default ignorable (DI) are invisible.
 */
const disguises = [
  '[\\p{Zl}\\p{Zp}]',
  '(?![\\u200c\\u200d\\p{VS}])\\p{DI}',
  `(?<![\\p{M}\\p{Extended_Pictographic}\\p{EMod}\\p{sc=Arab}])${joiner}`,
  `${joiner}(?![\\p{L}\\p{Extended_Pictographic}])`,
  // Variation selectors choose the form of the character before them, e.g. in Japanese names.
  '(?<![^\\s\\p{DI}])\\p{VS}',
];
/** Matches such a character. */
export const disguise = new RegExp(disguises.join('|'), 'u');

/** Matches a character that leaves ink. The blank of Braille is a symbol, too. */
export const visibleCharacter = /(?!\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns the first `max` characters (code points) of a text. Unpaired surrogates, which a store
 * rejects, become replacement characters.
 */
export function takeCharacters(value: string, max: number): string {
  return [...value.toWellFormed()].slice(0, max).join('');
}

/** Matches what separates lines, and control characters. */
const separators = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const disguisesOfText = new RegExp(disguise, 'gu');

/**
 * Returns the first `max` characters of a text that no person can correct, without those that
 * `shownToOthers` rejects. Returns an empty text if nothing of it is visible.
 */
export function cleanText(value: string, max: number): string {
  const oneLine = value.normalize().replaceAll(separators, ' ').trim();
  let cleaned = takeCharacters(oneLine, max);
  // Without a joiner, the character before or after it can be one that is rejected.
  while (disguise.test(cleaned)) cleaned = cleaned.replaceAll(disguisesOfText, '');
  return visibleCharacter.test(cleaned) ? cleaned : '';
}
