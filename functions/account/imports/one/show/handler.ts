import { servePage } from '#functions/account/account-handler.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { filesPerPage, renderGoneImportPage, renderImportPage } from '../import.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(
  endpoint,
  'import',
  async ({ table, query: { id, offset }, now }, account) => {
    const { user_id } = account.session;
    const job = await imports.find(table, user_id, id, now);
    if (!job) return renderGoneImportPage(account);
    const page = { limit: filesPerPage, offset };
    const files = await imports.listLines(table, user_id, job, page);
    return renderImportPage(account, { job, files, offset });
  },
);
