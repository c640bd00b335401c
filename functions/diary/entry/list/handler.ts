import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { presentIncomplete } from '../incomplete.ts';
import { listItems } from '../listing.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, query, table, now }) => {
    const date = query.entry_date ?? now.toISOString().slice(0, 10);
    const stored = await entries.list({ table, ...caller }, date);
    const items = listItems(date, stored, query);
    const incomplete = presentIncomplete(caller);
    return { status: 200, body: compact({ items, incomplete }) };
  },
);
