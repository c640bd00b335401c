import type { Principal } from '#shared/auth/principal.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import type { Table } from '#shared/table/table.ts';
import * as dataSources from '../../data-source.store.ts';
import { type Priority, parsePriorityId, present } from '../priority.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, links, fail } = request;
  const priority = requireFound(
    await findPriority(table, caller, params.id),
    { kind: 'data source priority', id: params.id },
    fail,
  );
  return { status: 200, body: present(priority, links) };
});

async function findPriority(
  table: Table<'get'>,
  caller: Principal,
  id: string,
): Promise<Priority | undefined> {
  const parsed = parsePriorityId(id);
  if (!parsed) return undefined;

  const { priority_type, data_source_id } = parsed;
  const source = await dataSources.findVisible(table, caller, data_source_id);
  const since = source?.priorities[priority_type];
  return since ? { priority_type, since, source } : undefined;
}
