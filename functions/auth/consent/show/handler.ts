import { serve } from '#shared/http/serve.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { getFormToken } from '../../browser/browser.ts';
import { approveRequest } from '../approval.ts';
import { renderConsentPage } from '../consent.page.ts';
import { loadConsentRequest } from '../consent-request.ts';
import { canSkipConsent } from '../remembered-consent.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const question = await loadConsentRequest(call);
  if ('status' in question) return question;
  const { request, session, browser, texts, pages, end } = question;
  const { user_id, username } = session;
  const remembered = () => canSkipConsent(call.table, request, user_id, call.now);
  if (await remembered()) {
    const answer = await approveRequest(
      call,
      request,
      { cookie: browser.session, session },
      remembered,
    );
    if (typeof answer === 'object')
      audit('consent_granted', {
        request_id: call.requestId,
        client_id: request.client_id,
        user_id,
      });
    return end(answer);
  }
  if (request.answered_at !== undefined) return end('answered');
  const form_token = getFormToken('consent', browser, request.id);
  return {
    status: 200,
    headers: getPageHeaders('leave'),
    body: renderConsentPage({ texts, request, username, form_token, pages }),
  };
});
