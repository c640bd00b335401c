import { newSecret } from '../../../../shared/auth/secrets.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import { audit } from '../../../../shared/runtime/audit.ts';
import * as knownBrowsers from '../../attempt/known-browser.store.ts';
import { attemptSignIn } from '../../attempt/sign-in-attempt.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import { goneReason } from '../../authorization-request/reference.ts';
import { browserOf, cookieOfDevice, cookieOfSession, refuseForeignForm, tokenOfForm } from '../../browser.ts';
import * as sessions from '../../session/session.store.ts';
import { signInPage } from '../sign-in.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const { query, body, header, table, addresses, version, now, sourceAddress, requestId, fail } = call;
  const { email, password, form_token } = body;
  const browser = browserOf(header);
  refuseForeignForm(call, form_token, tokenOfForm('sign-in', query.request, browser));
  const request = await authorizationRequests.find(table, query.request, browser.secret, now);
  if (!request) throw fail('page_refused', { reason: goneReason });
  const { client_id, application_name } = request;
  const subject = { request_id: requestId, client_id };

  const claim = { email, password, address: sourceAddress, browser: browser.device };
  const verdict = await attemptSignIn(table, claim, now);
  if ('wait' in verdict) {
    audit('sign_in_limited', subject);
    const page = signInPage({ application_name, form_token, problem: verdict });
    return { status: 429, headers: { 'Retry-After': String(verdict.wait) }, body: page };
  }
  if (!('signIn' in verdict)) {
    audit('sign_in_failed', { ...subject, user_id: verdict.user_id });
    return { status: 403, body: signInPage({ application_name, form_token, problem: 'wrong' }) };
  }

  const { signIn } = verdict;
  const device = browser.device || newSecret();
  const [session] = await Promise.all([
    sessions.start(table, signIn, now),
    sessions.end(table, browser.session),
    knownBrowsers.remember(table, email, device, now),
  ]);
  audit('sign_in_succeeded', { ...subject, user_id: signIn.user_id });
  return redirect(`${addresses.auth}/${version}/oauth2/consent/?request=${request.id}`, [
    cookieOfSession(session, sessions.sessionLifetime),
    cookieOfDevice(device, knownBrowsers.browserLifetime),
  ]);
});
