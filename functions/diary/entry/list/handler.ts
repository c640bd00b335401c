import { estimateEnergies } from '#functions/diary/measurement/estimated-energy.ts';
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
  const diary = { table, ...caller };
  const stored = await entries.list(diary, date);
  const items = listItems(date, await estimateEnergies(diary, stored), query);
  const incomplete = presentIncomplete(caller);
  return { status: 200, body: compact({ items, incomplete }) };
});
