import { pickLanguage } from '#shared/pages/languages/languages.ts';
import { mailDe } from './mail-de.ts';
import { mailEn } from './mail-en.ts';

/** The texts of all mail in one language. */
type MailLanguage = typeof mailEn;

/** The languages of the mail. The first one is the default. */
const mailLanguages: readonly [MailLanguage, ...MailLanguage[]] = [mailEn, mailDe];

/** Returns the texts in the language of a tag. Defaults to English. */
export function selectMailTexts(language: string): MailLanguage {
  return pickLanguage(mailLanguages, { tag: language });
}
