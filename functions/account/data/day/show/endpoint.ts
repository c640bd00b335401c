import * as z from 'zod/mini';
import { CalendarDate } from '#functions/diary/entry/dates.ts';
import { authInterface, defineEndpoint } from '#shared/contract/endpoint.ts';
import { dayNotices } from '../day-url.ts';

const DayQuery = z.object({
  date: z.optional(CalendarDate),
  notice: z.optional(z.enum(dayNotices)),
});

export default defineEndpoint({
  ...authInterface,
  method: 'GET',
  path: '/oauth2/account/data/day/',
  summary: 'Show a day of the diary',
  internal: true,
  auth: 'public',
  request: { query: DayQuery },
  responses: {
    200: { description: 'The page.', body: 'html' },
    303: {
      description: 'To the sign-in page if nobody is signed in.',
      headers: ['Location'],
    },
  },
  stores: { table: ['get', 'query'] },
  storeCalls: {
    max: 4,
    reason: 'the session, two days and the data sources are read',
  },
  baseUrls: ['auth'],
});
