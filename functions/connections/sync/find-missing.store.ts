import { addDays } from '#functions/diary/entry/dates.ts';
import {
  type DayItem,
  getDayDate,
  listStoredEntries,
} from '#functions/diary/entry/day-item.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import { keys } from '#shared/table/keys.ts';
import type { SyncSession } from './sync-session.ts';

/**
 * Returns the provider's ids of deleted workouts: imported workouts that started in an interval and
 * that the provider no longer lists.
 */
export async function findMissingWorkouts(
  { table, ids }: Pick<SyncSession, 'table' | 'ids'>,
  { from, to }: { from: string; to: string },
  listed: ReadonlySet<string>,
): Promise<string[]> {
  const { user_id, remote_connection_id } = ids;
  // A local date differs from the date in UTC by at most one day.
  const firstDay = addDays(from.slice(0, 10), -1);
  const lastDay = addDays(to.slice(0, 10), 1);
  const range = keys.diaryDays(user_id, firstDay, lastDay);
  const items = await table.query<DayItem & { sk: string }>(range);

  const entries = items.flatMap((item) => {
    const date = getDayDate(item);
    return listStoredEntries(item, date).filter(isImported);
  });
  const missing = entries.filter(({ source, imported: { start } }) => {
    const startedAt = new Date(start * 1000).toISOString();
    const isInInterval = startedAt >= from && startedAt <= to;
    const isOwn = source.remote_connection_id === remote_connection_id;
    return isOwn && isInInterval && !listed.has(source.remote_id);
  });
  return missing.map(({ source }) => source.remote_id);
}
