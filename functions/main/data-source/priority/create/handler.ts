import { apiDependencies } from '#shared/http/dependencies.ts';
import { withLocation } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as dataSources from '../../data-source.store.ts';
import { listPriorities, present } from '../priority.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, body, table, links, now, fail } = request;
  const { priority_type } = body;
  const id = body._links.data_source;
  const { user_id } = caller;
  const sources = await dataSources.listVisible(table, caller);
  const currentPriority = listPriorities(sources).find(
    (priority) => priority.priority_type === priority_type,
  );
  if (currentPriority?.source.id === id) {
    return withLocation(200, present(currentPriority, links));
  }

  const source = sources.find((active) => active.id === id);
  const since = now.toISOString();
  const preference = { id, type: priority_type, since };
  const isPreferred = source && (await dataSources.prefer(table, user_id, preference));
  if (!isPreferred) {
    throw fail('validation_failed', {
      failures: {
        '_links.data_source': ['must link to one of your active data sources'],
      },
    });
  }
  const created = { priority_type, since, source };
  return withLocation(201, present(created, links));
});
