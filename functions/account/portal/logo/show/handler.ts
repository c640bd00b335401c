import { showPage } from '#functions/account/account-handler.ts';
import { findOwn } from '#functions/auth/client/own-client.store.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { openTable } from '#shared/table/table.ts';
import { toApplicationUrl } from '../../portal-url.ts';
import { loadLogo } from '../load-logo.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('logo', async ({ table, query: { id }, fail }, account) => {
    const { session, pages } = account;
    // The sign-in page continues without parameters.
    if (id === '') return redirect(pages.account('portal'));
    const found = await findOwn(table, session.user_id, id);
    const client = requireFound(found, { kind: 'application', id }, fail);
    // Its page says that it is disabled.
    if (client.disabled_datetime) return redirect(toApplicationUrl(pages, id));
    return loadLogo(table, account, client);
  }),
);
