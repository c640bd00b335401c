import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { periods } from '../period.ts';

const DataQuery = z.object({
  period: z._default(z.enum(periods), 'day'),
  date: z.optional(CalendarDate),
});

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/data/',
  summary: 'Show statistics and charts of exercise and energy',
  request: { query: DataQuery },
  stores: { table: ['get', 'query', 'update'] },
  storeCalls: pageCalls(
    370,
    'the last imports are read, and two years of days at most, 1 MB at a time',
  ),
  // A page can show a year of days, with up to 400 KB of entries each.
  memory: 1024,
  timeout: 29,
});
