import { requireSession } from '#functions/account/account-context.ts';
import * as providerClients from '#functions/connections/client/provider-client.store.ts';
import type { ProviderClientProfile } from '#functions/connections/client/provider-client.ts';
import { getConnectUrl } from '#functions/connections/connect/connect-urls.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { openTable } from '#shared/table/table.ts';
import { type ConnectableType, renderConnectionsPage } from '../connections.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'connections');
    if (!loaded.ok) return loaded.error;

    const account = loaded.value;
    const { table, baseUrls, version, query } = request;
    const [connections, registeredClients] = await Promise.all([
      remoteConnections.list(table, account.session.user_id),
      providerClients.list(table),
    ]);
    const toConnectable = ({ type }: ProviderClientProfile): ConnectableType => ({
      type,
      name: getTypeName(type),
      url: getConnectUrl(baseUrls, version, { type }),
    });
    // Users can connect the providers at which the operator has registered a client.
    const connectable = registeredClients.map(toConnectable);
    const props = {
      connections,
      connectable,
      notice: query.notice,
      getName: getTypeName,
    };
    const body = renderConnectionsPage(account, props);
    return { status: 200, cookies: account.cookies, body };
  },
);
