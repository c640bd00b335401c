import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as remoteConnections from '../remote-connection.store.ts';
import { present } from '../remote-connection.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, links, fail } = request;
  const connection = requireFound(
    await remoteConnections.find(table, caller.user_id, params.id),
    { kind: 'remote connection', id: params.id },
    fail,
  );
  return { status: 200, body: present(connection, caller, links) };
});
