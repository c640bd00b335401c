import { requireSession } from '#functions/account/account-context.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderApplicationsPage } from '../applications.page.ts';
import { listConnectedClients } from '../connected-client.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'applications');
    if (!loaded.ok) return loaded.error;

    const account = loaded.value;
    const userGrants = await grants.listByUser(request.table, account.session.user_id);
    const connectedClients = listConnectedClients(userGrants, request.now);
    const isRevoked = request.query.notice === 'access_removed';
    const body = renderApplicationsPage(connectedClients, account, { isRevoked });
    return { status: 200, cookies: account.cookies, body };
  },
);
