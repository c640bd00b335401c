import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as jobs from '../file-import.store.ts';
import { presentWithFiles } from '../file-import.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params: { id }, query, table, links, baseUrls, fail }) => {
    const { user_id } = caller;
    const found = await jobs.find(table, user_id, id);
    const job = requireFound(found, { kind: 'import', id }, fail);
    const files = await jobs.listLines(table, user_id, job, query);
    const page = { ...query, files, diary: baseUrls.diary };
    return { status: 200, body: presentWithFiles(job, page, links) };
  },
);
