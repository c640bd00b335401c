import { showPage } from '#functions/account/account-handler.ts';
import * as providerClients from '#functions/connections/client/provider-client.store.ts';
import { getConnectUrl } from '#functions/connections/connect/connect-request.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { openTable } from '#shared/table/table.ts';
import { renderConnectionsPage } from '../connections.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('connections', async ({ table, baseUrls, version, now }, account) => {
    const [connections, registeredClients] = await Promise.all([
      remoteConnections.list(table, account.session.user_id),
      providerClients.list(table),
    ]);
    // Users can connect the providers at which the operator has registered a client.
    const connectable = registeredClients.map(({ type }) => ({
      type,
      name: getTypeName(type),
      url: getConnectUrl(baseUrls, version, { type }),
    }));
    return renderConnectionsPage(account, {
      connections,
      connectable,
      now,
      getName: getTypeName,
    });
  }),
);
