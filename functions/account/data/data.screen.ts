import * as z from 'zod/mini';
import { defineScreen } from '#functions/account/screen.ts';
import { addDays, isWithin } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { renderDataPage, shownImports } from './data.page.ts';
import {
  findComparedRange,
  findLaterDate,
  listSpans,
  periods,
  sumSpans,
  toRange,
} from './period.ts';
import { computeStatistics } from './statistics.ts';

export default defineScreen({
  page: 'data',
  section: 'data',
  summary: 'Show statistics and charts of exercise and energy',
  query: {
    period: z._default(z.enum(periods), 'day'),
    date: z.optional(CalendarDate),
  },
  table: ['query'],
  storeCalls: {
    max: 370,
    reason: 'the last imports are read, and two years of days at most, 1 MB at a time',
  },
  // A page can show a year of days, with up to 400 KB of entries each.
  memory: 1024,
  timeout: 29,
  async load({ table, query, now }, { session, profile, today }) {
    const { user_id } = session;
    const { period, date = today } = query;
    const { first_weekday } = profile;
    const spans = listSpans(period, date, first_weekday);
    const range = toRange(spans);
    const dayAfter = addDays(range.last, 1);
    const entries = await diary.listRange(
      { table, user_id },
      { first: range.first, last: dayAfter },
    );

    const days = summarizeDays(entries);
    const hasEntriesAfter = days.some((day) => day.date === dayAfter);
    const shownEntries = entries.filter((entry) => isWithin(range, entry.date));
    const compared = findComparedRange({
      period,
      range,
      dates: shownEntries.map((entry) => entry.date),
      today,
      firstWeekday: first_weekday,
    });
    // Not read with the others: a page has at most one year of entries in memory, not two.
    const shown = computeStatistics(shownEntries);
    const before = computeStatistics(await diary.listRange({ table, user_id }, compared));
    return {
      period,
      date,
      totals: sumSpans(days, spans),
      statistics: { period, shown, before, isPart: compared.isPart },
      imports: await imports.listNewest(table, user_id, shownImports, now),
      laterDate: findLaterDate(period, { last: range.last, today, hasEntriesAfter }),
    };
  },
  render: (shown, account) => renderDataPage(account, shown),
});
