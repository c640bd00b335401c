import { serve } from '../../../../shared/http/serve.ts';
import { pageHeaders } from '../../../../shared/pages/layout.ts';
import { audit } from '../../../../shared/runtime/audit.ts';
import type { Table } from '../../../../shared/table/table.ts';
import { isForNobodyElse } from '../../authorization-request/authorization-request.ts';
import { tokenOfForm } from '../../browser.ts';
import * as grants from '../../grant/grant.store.ts';
import { scope } from '../../grant/grant.ts';
import { isRemembered } from '../../grant/remembered.ts';
import { approve } from '../approval.ts';
import { consentPage } from '../consent.page.ts';
import { type Question, questionOf } from '../question.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const question = await questionOf(call);
  if ('status' in question) return question;
  const { request, session, browser, texts, pages, end } = question;
  if (await needsNoAsking(call.table, question, call.now)) {
    const { client_id } = request;
    const answer = await approve(call, request, { cookie: browser.session, session });
    if (typeof answer === 'object')
      audit('consent_given', { request_id: call.requestId, client_id, user_id: session.user_id });
    return end(answer);
  }
  if (request.answered_at !== undefined) return end('answered');
  const form_token = tokenOfForm('consent', browser, request.id);
  return {
    status: 200,
    headers: pageHeaders('leave'),
    body: consentPage({ texts, request, username: session.username, form_token, pages }),
  };
});

/** Whether the person has said yes before, and nobody else can be at the other end (decision A13). */
async function needsNoAsking(
  table: Table<'query'>,
  { request, session }: Question,
  now: Date,
): Promise<boolean> {
  if (!isForNobodyElse(request)) return false;
  const given = await grants.ofUser(table, session.user_id);
  return isRemembered(given, { client_id: request.client_id, scope }, now);
}
