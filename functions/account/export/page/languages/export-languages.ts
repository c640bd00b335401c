import { pickLanguage, type Texts } from '#shared/pages/languages/languages.ts';
import { exportDe } from './export-de.ts';
import { type ExportTexts, exportEn } from './export-en.ts';

const exportLanguages: readonly [ExportTexts, ...ExportTexts[]] = [exportEn, exportDe];

/** Returns the texts of the page about exports, in the language of `texts`. */
export function getExportTexts(texts: Pick<Texts, 'tag'>): ExportTexts {
  return pickLanguage(exportLanguages, texts);
}
