import * as z from 'zod/mini';
import { CalendarDate } from '#functions/diary/entry/dates.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { periods } from '../period.ts';

const DataQuery = z.object({
  period: z._default(z.enum(periods), 'day'),
  date: z.optional(CalendarDate),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/data/',
  summary: 'Show charts of energy and exercise',
  internal: true,
  auth: 'public',
  request: { query: DataQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'query'] },
  storeCalls: {
    max: 200,
    reason:
      'the session and at most a year of days are read; DynamoDB returns 1 MB of them at a time',
  },
  baseUrls: ['auth'],
  // A page can show a year of days, with up to 400 KB of entries each.
  memory: 1024,
  timeout: 29,
});
