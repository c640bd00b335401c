import { requireSession } from '#functions/account/account-context.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { openTable } from '#shared/table/table.ts';
import { renderDayPage } from '../day.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'day');
    if (!loaded.ok) return loaded.error;

    const { table, query, now } = request;
    const { user_id } = loaded.value.session;
    const today = now.toISOString().slice(0, 10);
    const { date = today, notice } = query;
    const [entriesOfTwoDays, sources] = await Promise.all([
      diary.listRange({ table, user_id }, { first: date, last: addDays(date, 1) }),
      dataSources.list(table, user_id),
    ]);
    const entries = entriesOfTwoDays.filter((entry) => entry.date === date);
    const hasEntriesAfter = entries.length < entriesOfTwoDays.length;
    const hasLater = date < today || hasEntriesAfter;
    const body = renderDayPage(loaded.value, {
      date,
      entries,
      sources,
      notice,
      hasLater,
      getProviderName: getTypeName,
    });
    return { status: 200, cookies: loaded.value.cookies, body };
  },
);
