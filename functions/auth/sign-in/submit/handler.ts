import { newSecret } from '../../../../shared/auth/secrets.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { textsFor } from '../../../../shared/pages/languages/languages.ts';
import { pageHeaders } from '../../../../shared/pages/layout.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import { audit } from '../../../../shared/runtime/audit.ts';
import * as knownBrowsers from '../../attempt/known-browser.store.ts';
import { attemptSignIn } from '../../attempt/sign-in-attempt.ts';
import { browserOf, cookieOfDevice, cookieOfSession, refuseForeignForm } from '../../browser.ts';
import { pagesAt } from '../../pages.ts';
import * as sessions from '../../session/session.store.ts';
import { destinationOf } from '../destination.ts';
import { signInPage } from '../sign-in.page.ts';
import { referenceOf } from '../sign-in.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const { query, body, header, table, addresses, version, now, requestId, fail } = call;
  const { email, password, form_token } = body;
  const browser = browserOf(header);
  refuseForeignForm(call, form_token, 'sign-in', browser, referenceOf(query));
  const texts = textsFor(header('accept-language'));
  const scene = { table, texts, pages: pagesAt(addresses, version), fail };
  const { name, address, formTargets, client_id } = await destinationOf(query, browser.secret, scene);
  const verdict = await attemptSignIn(call, { email, password, client_id, browser: browser.device });
  if ('problem' in verdict) {
    const { problem } = verdict;
    const page = signInPage({ texts, destination: name, form_token, problem });
    const headers = pageHeaders(formTargets);
    if (problem === 'wrong') return { status: 403, headers, body: page };
    return { status: 429, headers: { ...headers, 'Retry-After': String(problem.wait) }, body: page };
  }

  const { signIn } = verdict;
  const device = browser.device || newSecret();
  const [session] = await Promise.all([
    sessions.start(table, signIn, now),
    sessions.end(table, browser.session),
    knownBrowsers.remember(table, email, device, now),
  ]);
  audit('sign_in_succeeded', { request_id: requestId, client_id, user_id: signIn.user_id });
  return redirect(address, [
    cookieOfSession(session, sessions.sessionLifetime),
    cookieOfDevice(device, knownBrowsers.browserLifetime),
  ]);
});
