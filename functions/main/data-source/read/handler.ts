import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../data-source.store.ts';
import { present } from '../data-source.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller, params, table, links, fail }) => {
    const source = await dataSources.find(table, caller.user_id, params.id);
    if (!source) throw fail('not_found', { kind: 'data source', id: params.id });
    return { status: 200, body: present(source, links) };
  },
);
