import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { openTable } from '#shared/table/table.ts';
import * as grants from '../../../grant/grant.store.ts';
import { requireSession } from '../../account-context.ts';
import { renderApplicationsPage } from '../applications.page.ts';
import { listConnectedClients } from '../connected-client.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const visit = await requireSession(call, 'applications');
  if ('status' in visit) return visit;
  const given = await grants.listByUser(call.table, visit.session.user_id);
  const removed = call.query.notice === 'access_removed';
  const body = renderApplicationsPage(listConnectedClients(given, call.now), visit, { removed });
  return { status: 200, cookies: visit.cookies, body };
});
