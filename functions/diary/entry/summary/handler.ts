import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTable } from '#shared/table/table.ts';
import * as entries from '../entry.store.ts';
import { presentIncomplete } from '../incomplete.ts';
import { summarizeDays } from '../totals.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller, query: { from, to }, table }) => {
    const range = { first: from, last: to };
    const listed = await entries.listRange({ table, ...caller }, range);
    const items = summarizeDays(listed);
    const incomplete = presentIncomplete(caller);
    return { status: 200, body: compact({ items, incomplete }) };
  },
);
