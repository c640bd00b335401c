import { presentPage } from '#shared/hal/paging.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import * as dataSources from '../../data-source.store.ts';
import { listPriorities, present } from '../priority.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, links } = request;
  const priorities = listPriorities(await dataSources.listVisible(table, caller));
  const body = presentPage(priorities, query, links, {
    resource: 'data_source_priority',
    name: 'data_source_priorities',
    present: (priority) => present(priority, links),
  });
  return { status: 200, body };
});
