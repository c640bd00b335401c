import { addDays } from '#shared/diary/dates.ts';
import { syncDays } from '#shared/diary/merge/sync-days.store.ts';
import type { Table } from '#shared/table/table.ts';

/** How many days changed priorities are applied to at once (decision R9). */
const recentDays = 30;

/** Decides again which imported entries are shown. It can be repeated after an interruption. */
export async function mergeAgain(
  table: Table<'query' | 'update'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await syncDays({ table, user_id }, [], listRecentDays(now));
}

function listRecentDays(now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return Array.from({ length: recentDays }, (_, index) => addDays(today, -index));
}
