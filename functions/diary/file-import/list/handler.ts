import { presentPage } from '#shared/hal/paging.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as jobs from '../file-import.store.ts';
import { present } from '../file-import.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, query, table, links, now }) => {
    const all = await jobs.list(table, caller.user_id, now);
    const body = presentPage(all, query, links, {
      resource: 'import',
      name: 'import',
      present: (job) => present(job, links),
    });
    return { status: 200, body };
  },
);
