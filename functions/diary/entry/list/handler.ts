import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as entries from '../entry.store.ts';
import { presentIncomplete } from '../incomplete.ts';
import { listItems } from '../listing.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, now } = request;
  const date = query.entry_date ?? now.toISOString().slice(0, 10);
  const stored = await entries.list({ table, ...caller }, date);
  const items = listItems(date, stored, query);
  const incomplete = presentIncomplete(caller);
  return { status: 200, body: compact({ items, incomplete }) };
});
