import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller, params, table, fail }) => {
    const removed = await remoteConnections.remove(table, caller.user_id, params.id);
    if (!removed) throw fail('not_found', { kind: 'remote connection', id: params.id });
    return { status: 204 };
  },
);
