import { addDays } from '#functions/diary/entry/dates.ts';
import { settleDays } from '#functions/diary/merging/settle-days.ts';
import type { Table } from '#shared/table/table.ts';

/** The number of recent days to which changed priorities apply at once (wire.md R9). */
const recentDays = 30;

/** Decides again which duplicates of recent days are shown. An interrupted call can be repeated. */
export async function mergeAgain(
  table: Table<'query' | 'update' | 'transact'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await settleDays({ table, user_id }, listRecentDays(now));
}

function listRecentDays(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return Array.from({ length: recentDays }, (_, index) => addDays(today, -index));
}
