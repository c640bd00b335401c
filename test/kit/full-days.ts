import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { countBytes } from '#functions/diary/entry/day-capacity.ts';
import { buildBatch } from '#functions/diary/entry/day-item.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type Condition, isAbsent } from '#shared/table/condition.ts';
import { table } from './fixtures.ts';

/**
 * Stores a number of entries on a day as POSTs do, perhaps with a name that is a long text, by one
 * write.
 */
export async function occupyDay(
  user_id: string,
  date: string,
  count: number,
  name = '',
): Promise<void> {
  const entry = {
    type: 'food_entry' as const,
    date,
    diary_meal: 'Lunch',
    food: { name, brand: name },
    servings: 1,
    nutritional_contents: {},
  };
  const set: Record<string, object> = {};
  const condition: Record<string, Condition[string]> = {};
  for (let stored = 0; stored < count; stored += 50) {
    const posted = Array.from({ length: Math.min(50, count - stored) }, () => entry);
    const { id } = buildBatch(newId(new Date()), posted);
    set[id] = Object.fromEntries(posted.entries());
    condition[id] = isAbsent;
  }
  const increment = { own_entries: count, own_bytes: countBytes(set) };
  await table().update(dayKeys.diaryDay(user_id, date), { set, increment }, condition);
}

/**
 * Leaves a number of bytes to imports from connections, of the 112 KB that these have on a day
 * without such imports.
 */
export async function leaveToImports(
  user_id: string,
  date: string,
  bytes: number,
): Promise<void> {
  const ballast = 'x'.repeat(114_688 - bytes);
  const id = newId(new Date());
  const batch = { is_imported: true, remote_connection_type: 'first', ballast };
  const key = dayKeys.diaryDay(user_id, date);
  await table().update(key, { set: { [id]: batch } }, { [id]: isAbsent });
}
