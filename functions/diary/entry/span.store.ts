import { keys } from '#shared/table/keys.ts';
import { type DayItem, getDayDate, listStoredEntries } from './day-item.ts';
import type { Diary } from './diary.ts';
import type { Entry } from './entry.ts';
import { listShownEntries } from './shown-entries.ts';
import type { Span } from './span.ts';

/** Lists the entries shown on the days of a span, in the order in which they were written. */
export async function listEntries(
  { table, user_id }: Diary<'query'>,
  { first, last }: Span,
): Promise<Entry[]> {
  const range = keys.diaryDays(user_id, first, last);
  const items = await table.query<DayItem & { sk: string }>(range);
  return listShownEntries(
    items.flatMap((item) => listStoredEntries(item, getDayDate(item))),
  );
}
