import { serviceError } from '../../../../shared/errors/errors.ts';
import { serve } from '../../../../shared/http/serve.ts';
import { redirect } from '../../../../shared/pages/redirect.ts';
import type { Table } from '../../../../shared/table/table.ts';
import * as applications from '../../application/application.store.ts';
import * as authorizationRequests from '../../authorization-request/authorization-request.store.ts';
import {
  type AuthorizationRequest,
  addressOfAnswer,
} from '../../authorization-request/authorization-request.ts';
import { goneReason } from '../../authorization-request/reference.ts';
import { browserOf, refuseForeignForm, tokenOfForm } from '../../browser.ts';
import * as grants from '../../grant/grant.store.ts';
import type { Session } from '../../session/session.store.ts';
import * as sessions from '../../session/session.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async (call) => {
  const { query, body, header, table, addresses, now, fail } = call;
  const browser = browserOf(header);
  refuseForeignForm(call, body.form_token, tokenOfForm('consent', query.request, browser));
  const [request, session] = await Promise.all([
    authorizationRequests.find(table, query.request, browser.secret, now),
    sessions.find(table, browser.session, now),
  ]);
  if (!session) throw fail('form_refused');
  if (!request) throw fail('page_refused', { reason: goneReason });
  const answer =
    body.decision === 'allow' ? await allow(table, request, session, now) : await refuse(table, request);
  return redirect(addressOfAnswer(request, answer, addresses.main));
});

/** The code of a new grant. The application is read again: it may have been disabled since it asked. */
async function allow(
  table: Table<'get' | 'put'>,
  { id, client_id, application_name, redirect_uri, code_challenge }: AuthorizationRequest,
  { user_id, username }: Session,
  now: Date,
): Promise<{ code: string }> {
  const application = await applications.find(table, client_id);
  if (!application || application.disabled_datetime !== undefined)
    throw serviceError('page_refused', { reason: 'the application is not registered any more' });
  const grantee = { user_id, username, client_id, application_name, token_use: 'user' } as const;
  const code = await grants.approve(table, { id, redirect_uri, code_challenge, ...grantee }, now);
  if (!code) throw serviceError('page_refused', { reason: 'this request has been answered already' });
  return { code };
}

async function refuse(table: Table<'delete'>, { id }: AuthorizationRequest) {
  if (!(await authorizationRequests.close(table, id)))
    throw serviceError('page_refused', { reason: 'this request has been answered already' });
  return { error: 'access_denied', error_description: 'the user did not allow it' };
}
