import { servePage } from '#functions/account/account-handler.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { renderDayPage } from '../day.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'day', async ({ table, query }, account) => {
  const { session, today } = account;
  const { user_id } = session;
  const { date = today } = query;
  const days = { first: addDays(date, -1), last: addDays(date, 1) };
  const [nearbyEntries, sources] = await Promise.all([
    diary.listRange({ table, user_id }, days),
    dataSources.list(table, user_id),
  ]);
  const hasEntriesAfter = nearbyEntries.some((entry) => entry.date > date);
  return renderDayPage(account, {
    date,
    nearbyEntries,
    sources,
    hasLater: date < today || hasEntriesAfter,
    getProviderName: getTypeName,
  });
});
