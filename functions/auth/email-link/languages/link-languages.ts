import { pickLanguage, type Texts } from '#shared/pages/languages/languages.ts';
import { linkDe } from './link-de.ts';
import { linkEn } from './link-en.ts';

/** The texts of the pages that send and open the links in mails, in one language. */
export type LinkTexts = typeof linkEn;

const linkLanguages: readonly [LinkTexts, ...LinkTexts[]] = [linkEn, linkDe];

/**
 * Returns the texts of the pages that send and open the links in mails, in the language of `texts`.
 */
export function getLinkTexts(texts: Pick<Texts, 'tag'>): LinkTexts {
  return pickLanguage(linkLanguages, texts);
}
