import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import * as revocations from '../../../grant/revocation.store.ts';
import { requireFormPost } from '../../account-context.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await requireFormPost(call, 'remove', 'applications');
  if ('status' in visit) return visit;
  const { table, body, now, requestId } = call;
  const { client_id } = body;
  const { user_id } = visit.session;
  const ended = await revocations.revokeAllOfUserAndClient(table, user_id, client_id, now);
  if (ended > 0) audit('consent_withdrawn', { request_id: requestId, client_id, user_id });
  return redirect(visit.pages.account('applications', 'access_removed'));
});
