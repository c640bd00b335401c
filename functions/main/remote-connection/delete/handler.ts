import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import * as remoteConnections from '#shared/remote-connection/remote-connection.store.ts';
import { openTable } from '#shared/table/table.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params, table, fail }) => {
    requireFound(
      await remoteConnections.remove(table, caller.user_id, params.id),
      { kind: 'remote connection', id: params.id },
      fail,
    );
    return { status: 204 };
  },
);
