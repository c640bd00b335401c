import type { Entry } from '#functions/diary/entry/entry.ts';
import { toCalories } from './period.ts';

type Exercise = Extract<Entry, { type: 'exercise' }>;

/**
 * Returns the energy of an exercise in calories (kcal). Null if it was imported with 0: an exercise
 * needs an energy, and nobody has measured this one.
 */
export function findCalories({ energy, source }: Exercise): number | null {
  const calories = toCalories(energy);
  return source && calories === 0 ? null : calories;
}
