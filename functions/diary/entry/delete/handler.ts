import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { openTableFor } from '#shared/table/table.ts';
import { parseEntryId } from '../entry-id.ts';
import * as entries from '../storage/entry.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTableFor(endpoint) },
  async ({ caller: { user_id }, params, table, fail }) => {
    const address = parseEntryId(params.id);
    const isRemoved = address && (await entries.remove({ table, user_id }, address));
    requireFound(isRemoved, { kind: 'diary entry', id: params.id }, fail);
    return { status: 204 };
  },
);
