import { showPage } from '#functions/account/account-handler.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderDataPage } from '../data.page.ts';
import { findLaterDate, listSpans, sumSpans } from '../period.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  showPage('data', async ({ table, query }, account) => {
    const { session, profile, today } = account;
    const { user_id } = session;
    const { period, date = today } = query;
    const shownSpans = listSpans(period, date, profile.first_weekday);
    const first = shownSpans.at(0)?.first ?? date;
    const last = shownSpans.at(-1)?.last ?? date;
    const dayAfter = addDays(last, 1);
    const entries = await diary.listRange({ table, user_id }, { first, last: dayAfter });

    const days = summarizeDays(entries);
    const totals = sumSpans(days, shownSpans);
    const hasEntriesAfter = days.some((day) => day.date === dayAfter);
    const laterDate = findLaterDate(period, { last, today, hasEntriesAfter });
    return renderDataPage(account, { period, date, totals, laterDate });
  }),
);
