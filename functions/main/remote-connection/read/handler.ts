import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import { present } from '../remote-connection.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller: { user_id }, params, table, links, fail }) => {
    const connection = await remoteConnections.find(table, user_id, params.id);
    if (!connection) throw fail('not_found', { kind: 'remote connection', id: params.id });
    return { status: 200, body: present(connection, user_id, links) };
  },
);
