import {
  buildBatch,
  create as createBatch,
} from '#functions/diary/entry/create/batch.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { table } from './fixtures.ts';

/** Stores a number of entries on a day, as POSTs do, perhaps with a name that is a long text. */
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
  for (let stored = 0; stored < count; stored += 50) {
    const entries = Array.from({ length: Math.min(50, count - stored) }, () => entry);
    const batch = buildBatch(newId(new Date()), entries);
    await createBatch({ table: table(), user_id }, batch);
  }
}

/**
 * Leaves a number of bytes to imports from connections, of the 112 KB that these have on a new day.
 */
export async function leaveToImports(
  user_id: string,
  date: string,
  bytes: number,
): Promise<void> {
  const ballast = 'x'.repeat(114_688 - bytes);
  const batch = { is_imported: true, remote_connection_type: 'first', ballast };
  const key = dayKeys.diaryDay(user_id, date);
  await table().put({ ...key, [newId(new Date())]: batch }, isNew);
}
