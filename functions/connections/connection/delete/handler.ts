import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { disconnect } from '../remote-connection.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller: { user_id }, params: { id }, query, table, now, fail }) => {
    const deletes_entries = query.delete_entries === 'true';
    const removed = await disconnect(table, user_id, id, { deletes_entries, now });
    requireFound(removed, { kind: 'remote connection', id }, fail);
    return { status: 204 };
  },
);
