import type { AccountPlace } from '#functions/account/account-context.ts';
import type { PageLink } from '#functions/account/screen-endpoints.ts';
import { importsTexts } from './imports.texts.ts';

/** The page of the imports, which is no screen (decision 0001). */
export const importsPage = {
  page: 'imports',
  section: 'data',
  link: { position: 20, texts: importsTexts },
} as const satisfies AccountPlace & { link: PageLink };
