import type { ExerciseEntry } from './exercise.ts';
import type { OriginFields } from './origin.ts';
import type { EnergySource } from './values.ts';

/**
 * Returns how the energy of an exercise is known. Imports write 0 for an energy that nobody has
 * stated. A 0 that a person or an application has written is stated. An estimated one is not
 * stored (decision 0076).
 */
export function findEnergySource({
  energy,
  energy_source,
  imported,
}: Pick<ExerciseEntry, 'energy' | 'energy_source'> &
  Pick<OriginFields, 'imported'>): EnergySource {
  if (energy_source === 'estimated') return energy_source;
  if (energy.value > 0) return 'stated';
  return energy_source ?? (imported ? 'unknown' : 'stated');
}
