import { showPage } from '#functions/account/account-handler.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { listConnectedClients, renderApplicationsPage } from '../applications.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('applications', async ({ table, now }, account) => {
    const userGrants = await grants.listByUser(table, account.session.user_id);
    const connectedClients = listConnectedClients(userGrants, now);
    return renderApplicationsPage(connectedClients, account);
  }),
);
