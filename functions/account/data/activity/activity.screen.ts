import * as z from 'zod/mini';
import { defineScreen } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { lastDays, listLastActivities } from '../last-entries.ts';
import { findActivityId } from './activities.ts';
import { renderActivityPage, toFormUrl } from './activity.page.ts';

export default defineScreen({
  page: 'activity',
  path: 'data/activity/',
  section: 'data',
  summary: 'Show the activities from which a person chooses that of an exercise',
  query: {
    /** The id of the entry. Empty for a new one. */
    id: FormField,
    /** The day of a new entry. */
    date: z.optional(CalendarDate),
    /** What the person looks for. */
    activity: FormField,
  },
  table: ['query'],
  storeCalls: { max: 8, reason: 'the last days are read, 1 MB at a time' },
  async load({ table, query }, { session, pages, today, language }) {
    const { id, date = today, activity } = query;
    const target = id === '' ? { date } : { id };
    const found = findActivityId(activity, language);
    if (found !== undefined) return redirect(toFormUrl(pages, target, found));

    const { user_id } = session;
    const range = { first: addDays(today, -lastDays), last: today };
    const entries = await diary.listRange({ table, user_id }, range);
    return { target, search: activity, lastIds: listLastActivities(entries) };
  },
  render: (shown, account) => renderActivityPage(account, shown),
});
