import { serve } from '../../../../shared/http/serve.ts';
import { textsFor } from '../../../../shared/pages/languages/languages.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import { audit } from '../../../../shared/runtime/audit.ts';
import type { Table } from '../../../../shared/table/table.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import {
  type Answer,
  type AuthorizationRequest,
  addressOfAnswer,
  hasExpired,
} from '../../authorization-request/authorization-request.ts';
import { browserOf, refuseForeignForm } from '../../browser.ts';
import * as grants from '../../grant/grant.store.ts';
import { pagesAt } from '../../pages.ts';
import type { Session } from '../../session/session.store.ts';
import * as sessions from '../../session/session.store.ts';
import { type Approving, approve } from '../approval.ts';
import { type End, endedPage } from '../ended.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const { query, body, header, table, addresses, version, now, requestId, fail } = call;
  const browser = browserOf(header);
  refuseForeignForm(call, body.form_token, 'consent', browser, query.request);
  const [request, session] = await Promise.all([
    authorizationRequests.find(table, query.request, browser.secret),
    sessions.find(table, browser.session, now),
  ]);
  if (!session) throw fail('form_refused');
  if (!request) throw fail('request_gone');
  const ended = (end: End) => ({
    status: 400 as const,
    body: endedPage(end, request, pagesAt(addresses, version), textsFor(header('accept-language'))),
  });
  if (hasExpired(request, now)) return ended('expired');
  if (request.refused_at !== undefined) return ended('answered');

  const decide = body.decision === 'allow' ? allow : refuse;
  const answer = await decide(call, request, session);
  if (!answer) return ended('answered');
  const { user_id } = session;
  const event = body.decision === 'allow' ? 'consent_given' : 'consent_refused';
  audit(event, { request_id: requestId, client_id: request.client_id, user_id });
  return redirect(addressOfAnswer(request, answer, addresses.main));
});

/** Records a decision; undefined where there was one before. */
type Decision = (
  deciding: Approving & { table: Table<'update'> },
  request: AuthorizationRequest,
  session: Session,
) => Promise<Answer | undefined>;

const allow: Decision = async (deciding, request, session) => {
  const code = await approve(deciding, request, session);
  return code === undefined ? undefined : { code };
};

const refuse: Decision = async ({ table, now }, { id }, { user_id }) => {
  const allowed = await grants.find(table, { user_id, id });
  if (allowed || !(await authorizationRequests.refuse(table, id, now))) return undefined;
  return { error: 'access_denied', error_description: 'the user did not allow it' };
};
