import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { summarizeDays } from '../day-summary.ts';
import * as spans from '../span.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller: { user_id }, query: { from, to }, table }) => {
    const entries = await spans.listEntries(
      { table, user_id },
      { first: from, last: to },
    );
    return { status: 200, body: { items: summarizeDays(entries) } };
  },
);
