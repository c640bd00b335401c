import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, params, table, links, fail }) => {
    const source = requireFound(
      await dataSources.findVisible(table, caller, params.id),
      { kind: 'data source', id: params.id },
      fail,
    );
    return { status: 200, body: present(source, links) };
  },
);
