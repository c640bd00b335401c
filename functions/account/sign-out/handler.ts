import { handleForm } from '#functions/account/account-handler.ts';
import { serializeSessionCookie } from '#functions/auth/browser/browser.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  handleForm('account', async ({ table, requestId }, account) => {
    const { session, sessionToken, pages } = account;
    await sessions.end(table, sessionToken);
    audit('signed_out', { request_id: requestId, user_id: session.user_id });
    const signInPage = pages.signIn({ continue: 'account', notice: 'signed_out' });
    const expiredCookie = serializeSessionCookie('', 0);
    return redirect(signInPage, [expiredCookie]);
  }),
);
