import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { requireScope } from '#shared/http/request.ts';
import { serve } from '#shared/http/serve.ts';
import { disconnect } from '../remote-connection.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, query, table, now, fail } = request;
  const { id } = params;
  const { user_id, hidden_types } = caller;
  const deletes_entries = query.delete_entries === 'true';
  if (deletes_entries) requireScope('diary.write', caller);

  const removal = { deletes_entries, hidden_types, now };
  const removed = await disconnect(table, user_id, id, removal);
  requireFound(removed, { kind: 'remote connection', id }, fail);
  return { status: 204 };
});
