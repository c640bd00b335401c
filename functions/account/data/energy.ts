import { kilojoulesPerCalorie } from '#functions/diary/entry/bounds.ts';
import { findEnergySource } from '#functions/diary/entry/energy-source.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { Energy } from '#functions/diary/entry/values.ts';

/** Converts an energy to calories, the unit of the charts, to nine decimal places. */
export function toCalories(energy: Energy | null): number | null {
  if (!energy) return null;
  const { unit, value } = energy;
  return unit === 'calories' ? value : Number((value / kilojoulesPerCalorie).toFixed(9));
}

type Exercise = Extract<Entry, { type: 'exercise' }>;

/** Returns whether the energy of an exercise is estimated from the person's weight. */
export function isEstimated(entry: Exercise): boolean {
  return findEnergySource(entry) === 'estimated';
}

/** Returns the energy of an exercise in calories (kcal), or null if it is unknown. */
export function findCalories(entry: Exercise): number | null {
  return findEnergySource(entry) === 'unknown' ? null : toCalories(entry.energy);
}
