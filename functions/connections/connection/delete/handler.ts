import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { requireScope } from '#shared/http/request.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { disconnect } from '../remote-connection.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, params: { id }, query, table, now, fail }) => {
    const { user_id, hidden_types } = caller;
    const deletes_entries = query.delete_entries === 'true';
    if (deletes_entries) requireScope('diary.write', caller);

    const removal = { deletes_entries, hidden_types, now };
    const removed = await disconnect(table, user_id, id, removal);
    requireFound(removed, { kind: 'remote connection', id }, fail);
    return { status: 204 };
  },
);
