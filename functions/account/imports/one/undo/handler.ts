import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import type { ImportsNotice } from '../../imports.page.ts';
import endpoint from './endpoint.ts';

export const handler = serveForm(
  endpoint,
  'import',
  async ({ table, body: { id } }, account) => {
    await imports.requestUndo(table, account.session.user_id, id);
    return redirectToPage<ImportsNotice>(account, 'imports', 'undoing');
  },
);
