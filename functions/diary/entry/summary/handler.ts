import { estimateDays } from '#functions/diary/measurement/estimated-energy.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as entries from '../entry.store.ts';
import { presentIncomplete } from '../incomplete.ts';
import endpoint from './endpoint.ts';
import { summarizeRanges } from './summarize-ranges.ts';
import { findPageRange, presentLinks } from './summary.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, query, table, version } = request;
  const range = findPageRange(query);
  const diary = { table, ...caller };
  const days = entries.readDays(diary, range);
  const items = await summarizeRanges(estimateDays(diary, range, days), query);
  const incomplete = presentIncomplete(caller);
  const isByDay = query.by === 'day';
  const _links = isByDay ? undefined : presentLinks(version, query, range.last);
  return { status: 200, body: compact({ items, incomplete, _links }) };
});
