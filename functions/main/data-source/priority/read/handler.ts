import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataSources from '../../data-source.store.ts';
import { parsePriorityId, present } from '../priority.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params, table, links, fail }) => {
    const { priority_type, data_source_id = '' } = parsePriorityId(params.id) ?? {};
    const source = await dataSources.find(table, caller.user_id, data_source_id);
    const since = priority_type && source?.priorities[priority_type];
    if (!source || !since)
      throw fail('not_found', { kind: 'data source priority', id: params.id });
    return { status: 200, body: present({ priority_type, since, source }, links) };
  },
);
