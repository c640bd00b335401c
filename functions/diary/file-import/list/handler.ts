import { presentPage } from '#shared/hal/paging.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import * as jobs from '../file-import.store.ts';
import { present } from '../file-import-representation.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, links, now } = request;
  const all = await jobs.list(table, caller.user_id, now);
  const body = presentPage(all, query, links, {
    resource: 'import',
    name: 'import',
    present: (job) => present(job, links, caller),
  });
  return { status: 200, body };
});
