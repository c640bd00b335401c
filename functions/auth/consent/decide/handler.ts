import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import type {
  AuthorizationRequest,
  AuthorizationResponse,
} from '../../authorization-request/authorization-request.ts';
import { hasValidFormToken } from '../../browser/browser.ts';
import { type ApprovalFailure, type Approver, approveRequest } from '../approval.ts';
import { loadConsentRequest } from '../consent-request.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const { body, requestId, fail } = call;
  const question = await loadConsentRequest(call);
  if ('status' in question) return question;
  const { request, session, browser, end } = question;
  const form = { token: body.form_token, browser, reference: request.id };
  if (!hasValidFormToken(call, { purpose: 'consent', ...form })) {
    // Of two people at one browser, whose forms are not good for one another, the second comes too late.
    if (request.answered_at !== undefined) return end('answered');
    throw fail('invalid_form_token');
  }
  const { decide, event } = decisions[body.decision];
  const answer = await decide(call, request, { cookie: browser.session, session });
  if (typeof answer === 'object')
    audit(event, { request_id: requestId, client_id: request.client_id, user_id: session.user_id });
  return end(answer);
});

const refused: AuthorizationResponse = {
  error: 'access_denied',
  error_description: 'the user denied access',
};

async function refuse(
  { table, now }: { table: Table<'update'>; now: Date },
  { id }: AuthorizationRequest,
  { session: { user_id } }: Approver,
): Promise<AuthorizationResponse | ApprovalFailure> {
  const first = await authorizationRequests.decide(table, id, { decision: 'refuse', user_id }, now);
  return first ? refused : 'answered';
}

/** What each decision does, and is recorded as. */
const decisions = {
  allow: { decide: approveRequest, event: 'consent_granted' },
  refuse: { decide: refuse, event: 'consent_denied' },
} as const;
