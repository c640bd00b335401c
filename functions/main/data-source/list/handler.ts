import { idOf } from '#shared/hal/links.ts';
import { paginate } from '#shared/hal/paging.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller, query, table, links }) => {
    const device = query.device === undefined ? undefined : idOf({ href: query.device });
    const all = await dataSources.list(table, caller.user_id);
    const listed = device === undefined ? all : all.filter((source) => source.device.id === device);
    const { items, frame } = paginate(
      listed,
      query,
      links,
      'data_source',
      device === undefined ? {} : { device },
    );
    return {
      status: 200,
      body: {
        ...frame,
        _embedded: { data_sources: items.map((source) => present(source, links)) },
      },
    };
  },
);
