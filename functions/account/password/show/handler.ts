import { showPage } from '#functions/account/account-handler.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('password', async ({ table }, account) => {
    const email = (await identities.findEmail(table, account.session.user_id)) ?? '';
    return renderPasswordPage(account, { email });
  }),
);
