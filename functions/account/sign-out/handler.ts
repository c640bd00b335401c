import { serveForm } from '#functions/account/account-handler.ts';
import { serializeSessionCookie } from '#functions/auth/browser/browser.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import endpoint from './endpoint.ts';

export const handler = serveForm(
  endpoint,
  'account',
  async ({ table, requestId }, account) => {
    const { session, sessionToken, pages } = account;
    await sessions.end(table, sessionToken);
    audit('signed_out', { request_id: requestId, user_id: session.user_id });
    const expiredCookie = serializeSessionCookie('', 0);
    const notice = serializeNotice<SignInNotice>('sign-in', 'signed_out');
    return redirect(pages.signIn({ continue: 'account' }), [expiredCookie, notice]);
  },
  { signedOutNotice: 'signed_out' },
);
