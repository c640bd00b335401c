import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { present } from '../entry.ts';
import { parseEntryId } from '../entry-id.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, params, table, fail }) => {
    const at = parseEntryId(params.id);
    const entry = requireFound(
      at && (await entries.find(table, caller.user_id, at)),
      { kind: 'diary entry', id: params.id },
      fail,
    );
    return { status: 200, body: present(entry) };
  },
);
