import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as jobs from '../file-import.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, params: { id }, table, fail }) => {
    const isRequested = await jobs.requestUndo(table, caller.user_id, id);
    requireFound(isRequested, { kind: 'import', id }, fail);
    return { status: 204 };
  },
);
