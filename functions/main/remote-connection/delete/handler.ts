import { serve } from '#shared/http/serve.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, async ({ caller, params, table, fail }) => {
  const removed = await remoteConnections.remove(table, caller.user_id, params.id);
  if (!removed) throw fail('not_found', { kind: 'remote connection', id: params.id });
  return { status: 204 };
});
