import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { maxSourceCalls } from '#functions/main/data-source/data-source.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const DayQuery = z.object({ date: z.optional(CalendarDate) });

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/data/day/',
  summary: 'Show a day of the diary',
  request: { query: DayQuery },
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    2 + maxSourceCalls,
    'three days are read, and the data sources in pages of at most 1 MB',
  ),
});
