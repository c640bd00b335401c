import { pickLanguage, type Texts } from '#shared/pages/languages/languages.ts';
import { dataDe } from './data-de.ts';
import { type DataTexts, dataEn } from './data-en.ts';

const dataLanguages: readonly [DataTexts, ...DataTexts[]] = [dataEn, dataDe];

/** Returns the texts of the pages about the user's data, in the language of `texts`. */
export function getDataTexts(texts: Pick<Texts, 'tag'>): DataTexts {
  return pickLanguage(dataLanguages, texts);
}
