import { requireFound } from '#shared/http/handler.ts';
import { createNameCheck } from '#shared/http/name-check.ts';
import { createRequestQuota } from '#shared/http/request-quota.ts';
import { serve } from '#shared/http/serve.ts';
import { openTableFor } from '#shared/table/table.ts';
import { parseEntryId } from '../day-item.ts';
import { deleteFromDiary } from './delete-entry.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    quota: createRequestQuota,
    names: createNameCheck,
    table: openTableFor(endpoint),
  },
  async ({ caller, params, table, fail }) => {
    const address = parseEntryId(params.id);
    const isDeleted = address && (await deleteFromDiary({ table, ...caller }, address));
    requireFound(isDeleted, { kind: 'diary entry', id: params.id }, fail);
    return { status: 204 };
  },
);
