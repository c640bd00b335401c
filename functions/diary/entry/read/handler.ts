import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { present } from '../entry.ts';
import { parseEntryId } from '../entry-id.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ caller, params, table, fail }) => {
    const at = parseEntryId(params.id);
    const entry = at && (await entries.find(table, caller.user_id, at));
    if (!entry) throw fail('not_found', { kind: 'diary entry', id: params.id });
    return { status: 200, body: present(entry) };
  },
);
