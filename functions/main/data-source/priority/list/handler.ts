import { paginate } from '#shared/hal/paging.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../../data-source.store.ts';
import { present, prioritiesOf } from '../priority.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller, query, table, links }) => {
    const all = prioritiesOf(await dataSources.list(table, caller.user_id));
    const { items, frame } = paginate(all, query, links, 'data_source_priority');
    return {
      status: 200,
      body: {
        ...frame,
        _embedded: { data_source_priorities: items.map((priority) => present(priority, links)) },
      },
    };
  },
);
