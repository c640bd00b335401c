import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { listItems } from '../listing.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller: { user_id }, query, table, now }) => {
    const date = query.entry_date ?? now.toISOString().slice(0, 10);
    const stored = await entries.list({ table, user_id }, date);
    const items = listItems(date, stored, query);
    return { status: 200, body: { items } };
  },
);
