import { pickLanguage, type Texts } from '#shared/pages/languages/languages.ts';
import { deletionDe } from './deletion-de.ts';
import { deletionEn } from './deletion-en.ts';

/** The texts about the deletion of an account in one language. */
export type DeletionTexts = typeof deletionEn;

const deletionLanguages: readonly [DeletionTexts, ...DeletionTexts[]] = [
  deletionEn,
  deletionDe,
];

/** Returns the texts about the deletion of an account, in the language of `texts`. */
export function getDeletionTexts(texts: Pick<Texts, 'tag'>): DeletionTexts {
  return pickLanguage(deletionLanguages, texts);
}
