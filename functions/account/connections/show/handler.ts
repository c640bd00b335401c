import { servePage } from '#functions/account/account-handler.ts';
import { loadProviderSettings } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { getConnectUrl } from '#functions/connections/connect/connect-request.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { renderConnectionsPage } from '../connections.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(
  endpoint,
  'connections',
  async ({ table, baseUrls, version, now }, account) => {
    const [connections, settings] = await Promise.all([
      remoteConnections.list(table, account.session.user_id),
      loadProviderSettings(table),
    ]);
    const connectable = settings.connectable.map((type) => ({
      type,
      name: getTypeName(type),
      url: getConnectUrl(baseUrls, version, { type }),
    }));
    return renderConnectionsPage(account, {
      connections,
      connectable,
      now,
      getName: getTypeName,
      getPolicy: (type) => getPolicy(settings.overrides, type),
    });
  },
);
