import { presentPage } from '#shared/hal/paging.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import { present } from '../remote-connection.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, query, table, links }) => {
    const connections = await remoteConnections.list(table, caller.user_id);
    const body = presentPage(connections, query, links, {
      resource: 'remoteconnection',
      name: 'remoteconnection',
      present: (connection) => present(connection, caller, links),
    });
    return { status: 200, body };
  },
);
