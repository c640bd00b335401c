import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, body, table, links, fail } = request;
  const result = await dataSources.update(table, caller, params.id, body);
  if (result.done) return { status: 200, body: present(result.item, links) };

  // The update fails if the data source does not exist, or is inactive and would be activated.
  requireFound(result.existing, { kind: 'data source', id: params.id }, fail);
  throw fail('validation_failed', {
    failures: {
      active: ['cannot be set to true; an inactive data source cannot be reactivated'],
    },
  });
});
