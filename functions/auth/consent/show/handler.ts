import { serve } from '../../../../shared/http/serve.ts';
import { pageHeaders } from '../../../../shared/pages/layout.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import { formTarget } from '../../application/redirect-uri.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import { goneReason } from '../../authorization-request/reference.ts';
import { browserOf, tokenOfForm } from '../../browser.ts';
import * as sessions from '../../session/session.store.ts';
import { consentPage } from '../consent.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async ({ query, header, table, addresses, version, now, fail }) => {
  const browser = browserOf(header);
  const form_token = tokenOfForm('consent', query.request, browser);
  const [request, session] = await Promise.all([
    authorizationRequests.find(table, query.request, browser.secret, now),
    sessions.find(table, browser.session, now),
  ]);
  if (!request || !form_token) throw fail('page_refused', { reason: goneReason });
  const signInAddress = `${addresses.auth}/${version}/oauth2/sign-in/?request=${request.id}`;
  if (!session) return redirect(signInAddress);
  return {
    status: 200,
    headers: pageHeaders([formTarget(request.redirect_uri)]),
    body: consentPage({ request, username: session.username, form_token, signInAddress }),
  };
});
