import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTableFor } from '#shared/table/table.ts';
import { parseEntryId } from '../day-item.ts';
import endpoint from './endpoint.ts';
import { removeEntry } from './remove-entry.store.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTableFor(endpoint) },
  async ({ caller, params, table, fail }) => {
    const address = parseEntryId(params.id);
    const isRemoved = address && (await removeEntry({ table, ...caller }, address));
    requireFound(isRemoved, { kind: 'diary entry', id: params.id }, fail);
    return { status: 204 };
  },
);
