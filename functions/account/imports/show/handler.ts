import { showAccountPage } from '#functions/account/show-account-page.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { importsPerPage, renderImportsPage } from '../imports.page.ts';
import { importsPage } from '../imports-page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, pageDependencies, (request) =>
  showAccountPage(request, importsPage, async (account) => {
    const { table, query, now } = request;
    const { offset } = query;
    const all = await imports.list(table, account.session.user_id, now);
    const end = offset + importsPerPage;
    const hasOlder = end < all.length;
    return renderImportsPage(account, { jobs: all.slice(offset, end), offset, hasOlder });
  }),
);
