import { handleForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { openTable } from '#shared/table/table.ts';
import type { ImportsNotice } from '../../imports.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  handleForm('import', async ({ table, body: { id } }, { session, pages }) => {
    await imports.requestUndo(table, session.user_id, id);
    const cookie = serializeNotice<ImportsNotice>('imports', 'undoing');
    return redirect(pages.account('imports'), [cookie]);
  }),
);
