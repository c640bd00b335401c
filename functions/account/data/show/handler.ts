import { servePage } from '#functions/account/account-handler.ts';
import { addDays, isWithin } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { renderDataPage, shownImports } from '../data.page.ts';
import {
  findComparedRange,
  findLaterDate,
  listSpans,
  sumSpans,
  toRange,
} from '../period.ts';
import { computeStatistics } from '../statistics.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(
  endpoint,
  'data',
  async ({ table, query, now }, account) => {
    const { session, profile, today } = account;
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
    return renderDataPage(account, {
      period,
      date,
      totals: sumSpans(days, spans),
      statistics: { period, shown, before, isPart: compared.isPart },
      imports: await imports.listNewest(table, user_id, shownImports, now),
      laterDate: findLaterDate(period, { last: range.last, today, hasEntriesAfter }),
    });
  },
);
