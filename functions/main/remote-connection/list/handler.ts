import { paginate } from '#shared/hal/paging.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import { present } from '../remote-connection.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller: { user_id }, query, table, links }) => {
    const all = await remoteConnections.list(table, user_id);
    const { items, frame } = paginate(all, query, links, 'remoteconnection');
    return {
      status: 200,
      body: {
        ...frame,
        _embedded: {
          remoteconnection: items.map((connection) => present(connection, user_id, links)),
        },
      },
    };
  },
);
