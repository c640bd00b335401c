import { presentPage } from '#shared/hal/paging.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../../data-source.store.ts';
import { listPriorities, present } from '../priority.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, query, table, links }) => {
    const priorities = listPriorities(await dataSources.listVisible(table, caller));
    const body = presentPage(priorities, query, links, {
      resource: 'data_source_priority',
      name: 'data_source_priorities',
      present: (priority) => present(priority, links),
    });
    return { status: 200, body };
  },
);
