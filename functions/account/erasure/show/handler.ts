import { requireSession } from '#functions/account/account-context.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderDeletionPage } from '../deletion.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'deletion');
    if (!loaded.ok) return loaded.error;

    const account = loaded.value;
    const { user_id } = account.session;
    const erasure = await erasures.find(request.table, user_id);
    const props = { erasure, notice: request.query.notice };
    const body = renderDeletionPage(props, account);
    return { status: 200, cookies: account.cookies, body };
  },
);
