import type { Entry } from '#functions/diary/entry/entry.ts';

/** Lists the names of the meals that entries belong to. */
export function listMeals(entries: readonly Entry[]): string[] {
  const names = entries.map((entry) =>
    entry.type === 'food_entry' ? entry.diary_meal : '',
  );
  return [...new Set(names)].filter(Boolean);
}
