import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import * as remoteConnections from '#shared/remote-connection/remote-connection.store.ts';
import { requestMerge } from '#shared/remote-connection/sync-request.store.ts';
import { openTable } from '#shared/table/table.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller: { user_id }, params: { id }, query, table, now, fail }) => {
    requireFound(
      await remoteConnections.remove(table, user_id, id),
      { kind: 'remote connection', id },
      fail,
    );
    await requestMerge(
      table,
      user_id,
      {
        reason: 'disconnected',
        remote_connection_id: id,
        deletes_entries: query.delete_entries === 'true',
      },
      now,
    );
    return { status: 204 };
  },
);
