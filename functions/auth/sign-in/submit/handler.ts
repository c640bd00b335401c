import { serve } from '../../../../shared/http/serve.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import { goneReason } from '../../authorization-request/reference.ts';
import { browserOf, cookieOfSession, refuseForeignForm, tokenOfForm } from '../../browser.ts';
import * as sessions from '../../session/session.store.ts';
import { verifyPassword } from '../../user/password.ts';
import * as users from '../../user/user.store.ts';
import { signInPage } from '../sign-in.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const { query, body, header, table, addresses, version, now, fail } = call;
  const browser = browserOf(header);
  refuseForeignForm(call, body.form_token, tokenOfForm('sign-in', query.request, browser));
  const [request, signIn] = await Promise.all([
    authorizationRequests.find(table, query.request, browser.secret, now),
    users.findSignIn(table, body.email),
  ]);
  if (!request) throw fail('page_refused', { reason: goneReason });
  const known = await verifyPassword(body.password, signIn?.password_hash);
  if (!signIn || !known || signIn.disabled_datetime !== undefined) {
    const { application_name } = request;
    return { status: 403, body: signInPage({ application_name, form_token: body.form_token, failed: true }) };
  }
  const [session] = await Promise.all([
    sessions.start(table, signIn, now),
    sessions.end(table, browser.session),
  ]);
  return redirect(`${addresses.auth}/${version}/oauth2/consent/?request=${request.id}`, [
    cookieOfSession(session, sessions.sessionLifetime),
  ]);
});
