import type { AccountContext } from '#functions/account/account-context.ts';
import {
  getPageDependencies,
  handleAccountForm,
} from '#functions/account/account-handler.ts';
import { serializeSessionCookie } from '#functions/auth/browser/browser.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import endpoint from './endpoint.ts';

const place = { page: 'account' } as const;

export const handler = serve(endpoint, getPageDependencies(endpoint), (request) =>
  handleAccountForm(request, place, (account) => signOut(request, account), {
    signedOutNotice: 'signed_out',
  }),
);

async function signOut(
  { table, requestId }: HandlerRequest<typeof endpoint>,
  { session, sessionToken, pages }: AccountContext,
) {
  await sessions.end(table, sessionToken);
  audit('signed_out', { request_id: requestId, user_id: session.user_id });
  const expiredCookie = serializeSessionCookie('', 0);
  const notice = serializeNotice<SignInNotice>('sign-in', 'signed_out');
  return redirect(pages.signIn({ continue: 'account' }), [expiredCookie, notice]);
}
