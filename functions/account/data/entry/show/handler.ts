import { servePage } from '#functions/account/account-handler.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { renderEntryPage } from '../entry.page.ts';
import { listMeals } from '../entry-controls.ts';
import { toEntryFields, toFieldContext } from '../entry-fields.ts';
import { renderGonePage } from '../gone.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(
  endpoint,
  'entry',
  async ({ table, query, now }, account) => {
    const { session, profile, today } = account;
    const ownDiary = { table, user_id: session.user_id };
    const address = parseEntryId(query.id);
    const entry = address && (await diary.find(ownDiary, address));
    if (query.id !== '' && !entry) {
      return renderGonePage(account, address?.firstDate ?? today);
    }
    const { date, type } = entry ?? { date: query.date ?? today, type: query.type };
    const context = toFieldContext(profile, account, entry);
    const fields = entry ? toEntryFields(entry, context) : { date, servings: '1' };
    const entries = type === 'food_entry' ? await diary.list(ownDiary, date) : [];
    return renderEntryPage(account, {
      type,
      date,
      entry,
      key: newId(now),
      fields,
      shown: fields,
      problems: {},
      meals: listMeals(entries),
      context,
    });
  },
);
