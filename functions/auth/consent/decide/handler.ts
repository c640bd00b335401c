import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { audit } from '#shared/runtime/audit.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import type { AuthorizationRequest } from '../../authorization-request/authorization-request.ts';
import { hasValidFormToken } from '../../browser/form-token.ts';
import { type Approver, approveRequest } from '../approval.ts';
import {
  buildConsentResponse,
  type ConsentResult,
  loadConsentRequest,
  showClosed,
} from '../consent-request.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const consent = await loadConsentRequest(request);
    if (!consent.ok) return consent.error;

    const { authorizationRequest, session, browser } = consent.value;
    const { id, client_id, answered_at } = authorizationRequest;
    if (!hasValidFormToken(request, { purpose: 'consent', reference: id })) {
      // The form of another user in this browser: they have decided first.
      if (answered_at !== undefined) return showClosed(consent.value, 'answered');
      throw request.fail('invalid_form_token');
    }

    const { decide, event } = decisions[request.body.decision];
    const approver = { sessionToken: browser.session, session };
    const result = await decide(request, authorizationRequest, approver);
    const subject = {
      request_id: request.requestId,
      client_id,
      user_id: session.user_id,
    };
    if (result.ok) audit(event, subject);
    return buildConsentResponse(consent.value, result);
  },
);

interface RefusalContext {
  table: Table<'update'>;
  now: Date;
}

/** Records a refusal. The response for the client is an error (RFC 6749 section 4.1.2.1). */
async function refuseRequest(
  { table, now }: RefusalContext,
  { id }: AuthorizationRequest,
  { session: { user_id } }: Approver,
): Promise<ConsentResult> {
  const decision = { decision: 'refuse', user_id } as const;
  const isFirst = await authorizationRequests.decide(table, id, decision, now);
  if (!isFirst) return failure('answered');

  return success({ error: 'access_denied', error_description: 'the user denied access' });
}

/** What each decision does, and its audit event. */
const decisions = {
  allow: { decide: approveRequest, event: 'consent_granted' },
  refuse: { decide: refuseRequest, event: 'consent_denied' },
} as const;
