import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { itemsOf } from '../listing.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, query, table, now }) => {
    const date = query.entry_date ?? now.toISOString().slice(0, 10);
    return {
      status: 200,
      body: { items: itemsOf(date, await entries.list(table, caller.user_id, date), query) },
    };
  },
);
