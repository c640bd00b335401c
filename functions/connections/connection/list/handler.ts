import { presentPage } from '#shared/hal/paging.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import { present } from '../remote-connection.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, links } = request;
  const connections = await remoteConnections.list(table, caller.user_id);
  const body = presentPage(connections, query, links, {
    resource: 'remoteconnection',
    name: 'remoteconnection',
    present: (connection) => present(connection, caller, links),
  });
  return { status: 200, body };
});
