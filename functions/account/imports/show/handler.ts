import { servePage } from '#functions/account/account-handler.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { importsPerPage, renderImportsPage } from '../imports.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(
  endpoint,
  'imports',
  async ({ table, query: { offset }, now }, account) => {
    const all = await imports.list(table, account.session.user_id, now);
    const end = offset + importsPerPage;
    const hasOlder = end < all.length;
    return renderImportsPage(account, { jobs: all.slice(offset, end), offset, hasOlder });
  },
);
