import type { AccountContext, AccountPlace } from '#functions/account/account-context.ts';
import type { PageLink } from '#functions/account/screen-endpoints.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { redirect } from '#shared/pages/redirect.ts';
import type { ImportsNotice } from './imports.page.ts';
import { importsTexts } from './imports.texts.ts';

/** The page of the imports, which is no screen (decision 0001). */
export const importsPage = {
  page: 'imports',
  section: 'data',
  link: { position: 20, texts: importsTexts },
} as const satisfies AccountPlace & { link: PageLink };

/** Returns the redirect to the page, which says by the name of a text what a form has done. */
export function redirectToImports({ pages }: AccountContext, notice: ImportsNotice) {
  return redirect(pages.account('imports'), [
    serializeNotice<ImportsNotice>('imports', notice),
  ]);
}
