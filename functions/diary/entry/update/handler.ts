import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { mustBeShorter, noRoomOn } from '../capacity.ts';
import * as entries from '../entry.store.ts';
import { present } from '../entry.ts';
import { updateOf } from '../entry-change.ts';
import { parseEntryId } from '../entry-id.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller: { user_id }, params, body, table, now, fail }) => {
    const at = requireFound(parseEntryId(params.id), { kind: 'diary entry', id: params.id }, fail);
    const { entry, full } = await entries.change(table, user_id, at, updateOf(body, now));
    if (full) {
      const isAsked = full.date === body.date;
      const failures = isAsked ? { date: [noRoomOn(full)] } : { __all__: [mustBeShorter(full)] };
      throw fail('validation_failed', { failures });
    }
    if (!entry) throw fail('not_found', { kind: 'diary entry', id: params.id });
    return { status: 200, body: present(entry) };
  },
);
