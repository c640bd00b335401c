import type { Entry } from '#functions/diary/entry/entry.ts';
import { findEnergySource } from '#functions/diary/entry/exercise.ts';
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

type Exercise = Extract<Entry, { type: 'exercise' }>;

/** Returns the energy of an exercise in calories (kcal), or null if it is unknown. */
export function findCalories(entry: Exercise): number | null {
  return findEnergySource(entry) === 'unknown' ? null : toCalories(entry.energy);
}
