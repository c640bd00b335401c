import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, links, fail } = request;
  const source = requireFound(
    await dataSources.findVisible(table, caller, params.id),
    { kind: 'data source', id: params.id },
    fail,
  );
  return { status: 200, body: present(source, links) };
});
