import { requireSession } from '#functions/account/account-context.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'password');
    if (!loaded.ok) return loaded.error;

    const account = loaded.value;
    const email =
      (await identities.findEmail(request.table, account.session.user_id)) ?? '';
    const body = renderPasswordPage(account, { email });
    return { status: 200, cookies: account.cookies, body };
  },
);
