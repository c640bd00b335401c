import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { summarizeDays } from '../totals.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller: { user_id }, query: { from, to }, table }) => {
    const listed = await entries.listRange({ table, user_id }, { first: from, last: to });
    return { status: 200, body: { items: summarizeDays(listed) } };
  },
);
