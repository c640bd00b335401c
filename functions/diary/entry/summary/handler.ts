import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as entries from '../entry.store.ts';
import { presentIncomplete } from '../incomplete.ts';
import { summarizeDays } from '../totals.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table } = request;
  const { from, to } = query;
  const range = { first: from, last: to };
  const listed = await entries.listRange({ table, ...caller }, range);
  const items = summarizeDays(listed);
  const incomplete = presentIncomplete(caller);
  return { status: 200, body: compact({ items, incomplete }) };
});
