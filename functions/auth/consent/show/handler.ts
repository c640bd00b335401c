import { serve } from '../../../../shared/http/serve.ts';
import { textsFor } from '../../../../shared/pages/languages/languages.ts';
import { pageHeaders } from '../../../../shared/pages/layout.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import { audit } from '../../../../shared/runtime/audit.ts';
import { formTarget } from '../../application/redirect-uri.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import {
  addressOfAnswer,
  hasExpired,
  isForNobodyElse,
} from '../../authorization-request/authorization-request.ts';
import { browserOf, tokenOfForm } from '../../browser.ts';
import * as grants from '../../grant/grant.store.ts';
import { scope } from '../../grant/grant.ts';
import { isRemembered } from '../../grant/remembered.ts';
import { pagesAt } from '../../pages.ts';
import * as sessions from '../../session/session.store.ts';
import { approve } from '../approval.ts';
import { consentPage } from '../consent.page.ts';
import { type End, endedPage } from '../ended.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const { query, header, table, addresses, version, now, requestId, fail } = call;
  const browser = browserOf(header);
  const [request, session] = await Promise.all([
    authorizationRequests.find(table, query.request, browser.secret),
    sessions.find(table, browser.session, now),
  ]);
  if (!request) throw fail('request_gone');
  const texts = textsFor(header('accept-language'));
  const pages = pagesAt(addresses, version);
  const ended = (end: End) => ({ status: 400 as const, body: endedPage(end, request, pages, texts) });
  if (hasExpired(request, now)) return ended('expired');
  if (request.refused_at !== undefined) return ended('answered');
  if (!session) return redirect(pages.signIn({ request: request.id }));

  const { user_id, username } = session;
  const given = await grants.ofUser(table, user_id);
  if (given.some(({ id }) => id === request.id)) return ended('answered');
  const { client_id } = request;
  if (isForNobodyElse(request) && isRemembered(given, { client_id, scope }, now)) {
    const code = await approve(call, request, session);
    if (code === undefined) return ended('answered');
    audit('consent_given', { request_id: requestId, client_id, user_id });
    return redirect(addressOfAnswer(request, { code }, addresses.main));
  }
  const form_token = tokenOfForm('consent', browser, request.id);
  return {
    status: 200,
    headers: pageHeaders([formTarget(request.redirect_uri)]),
    body: consentPage({ texts, request, username, form_token, pages }),
  };
});
