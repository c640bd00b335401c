import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { serializeSessionCookie } from '../../browser/browser.ts';
import * as sessions from '../../session/session.store.ts';
import { requireFormPost } from '../account-context.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await requireFormPost(call, 'sign-out', 'account');
  if ('status' in visit) return visit;
  const { session, cookie, pages } = visit;
  await sessions.end(call.table, cookie);
  audit('signed_out', { request_id: call.requestId, user_id: session.user_id });
  const signIn = pages.signIn({ continue: 'account', notice: 'signed_out' });
  return redirect(signIn, [serializeSessionCookie('', 0)]);
});
