import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { openTableFor } from '#shared/table/table.ts';
import { parseEntryId } from '../day-item.ts';
import { deleteFromDiary } from './delete-entry.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { ...apiDependencies, table: openTableFor(endpoint) },
  async ({ caller, params, table, fail }) => {
    const address = parseEntryId(params.id);
    const isDeleted = address && (await deleteFromDiary({ table, ...caller }, address));
    requireFound(isDeleted, { kind: 'diary entry', id: params.id }, fail);
    return { status: 204 };
  },
);
