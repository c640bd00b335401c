import type { Entry } from '#functions/diary/entry/entry.ts';
import { sumEnergy } from '#functions/diary/entry/totals.ts';
import type { Energy } from '#functions/diary/entry/values.ts';

/**
 * Converts an energy to calories, the unit of the charts. A sum has the unit of its first amount,
 * so the energy is added to 0 calories.
 */
export function toCalories(energy: Energy | null): number | null {
  if (!energy) return null;
  const zero = { unit: 'calories', value: 0 } as const;
  const amounts = [zero, energy].map((amount) => ({ energy: amount, multiplier: 1 }));
  return sumEnergy(amounts)?.value ?? null;
}

/** Returns a total of exercise, unless it is 0: then all have an energy that nobody measured. */
export function toMeasured(total: number | null): number | null {
  return total === 0 ? null : total;
}

type Exercise = Extract<Entry, { type: 'exercise' }>;

/**
 * Returns the energy of an exercise in calories (kcal). Null if it was imported with 0: an exercise
 * needs an energy, and nobody has measured this one.
 */
export function findCalories({ energy, source }: Exercise): number | null {
  const calories = toCalories(energy);
  return source && calories === 0 ? null : calories;
}
