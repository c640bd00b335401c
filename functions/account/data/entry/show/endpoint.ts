import * as z from 'zod/mini';
import { accountPage, pageCalls } from '#functions/account/page-endpoint.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { maxVisits } from '#functions/diary/entry/day-item.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const EntryQuery = z.object({
  /** The id of the entry. Empty for a new one. */
  id: FormField,
  /** The day and the type of a new entry. */
  date: z.optional(CalendarDate),
  type: z._default(z.enum(['food_entry', 'exercise']), 'food_entry'),
});

export default defineEndpoint({
  ...accountPage,
  path: '/oauth2/account/data/entry/',
  summary: 'Show the form of an entry of the diary',
  request: { query: EntryQuery },
  stores: { table: ['get', 'update'] },
  storeCalls: pageCalls(
    1 + maxVisits,
    'the day is read, and the entry, which is read again while other requests move it',
  ),
});
