import type { Entry } from '#functions/diary/entry/entry.ts';

/** The days before a day in which the foods and activities that one offers are looked for. */
export const lastDays = 14;

/** The number of foods that the form offers. */
const maxFoods = 8;

/** A food that was eaten lately, by the id of its last entry. */
export interface LastFood {
  id: string;
  name: string;
}

/** Lists the foods of some entries, each once, the last one first. */
export function listLastFoods(entries: readonly Entry[]): LastFood[] {
  const byName = new Map<string, LastFood>();
  for (const entry of newestFirst(entries)) {
    if (entry.type !== 'food_entry' || !entry.food) continue;
    const { name, brand = '' } = entry.food;
    const key = JSON.stringify([name.toLowerCase(), brand.toLowerCase()]);
    if (!byName.has(key)) byName.set(key, { id: entry.id, name });
  }
  return [...byName.values()].slice(0, maxFoods);
}

/** Lists the ids of the activities of some entries, each once, the last one first. */
export function listLastActivities(entries: readonly Entry[]): string[] {
  const ids = newestFirst(entries).flatMap((entry) =>
    entry.type === 'exercise' ? entry.exercise.id : [],
  );
  return [...new Set(ids)];
}

function newestFirst(entries: readonly Entry[]): Entry[] {
  return entries.toReversed().sort((one, other) => other.date.localeCompare(one.date));
}
