import { pickLanguage, type Texts } from '#shared/pages/languages/languages.ts';
import { securityDe } from './security-de.ts';
import { securityEn } from './security-en.ts';

/** The texts of the page about sign-in and security in one language. */
export type SecurityTexts = typeof securityEn;

const securityLanguages: readonly [SecurityTexts, ...SecurityTexts[]] = [
  securityEn,
  securityDe,
];

/** Returns the texts of the page about sign-in and security, in the language of `texts`. */
export function getSecurityTexts(texts: Pick<Texts, 'tag'>): SecurityTexts {
  return pickLanguage(securityLanguages, texts);
}
