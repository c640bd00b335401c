import { nutrientUnits } from '#functions/diary/entry/nutrients.ts';
import { englishNames } from '#shared/reference-data/english-activity-names.ts';

/** The units of workouts and of sums of them. */
const workoutUnits = {
  duration: 'seconds',
  distance: 'meters',
  max_speed: 'meters per second',
  elevation_change: 'meters',
  avg_heart_rate: 'beats per minute',
  max_heart_rate: 'beats per minute',
} as const;

/** The units of all numbers in an answer. Energy has its unit beside it. */
export const units = {
  ...workoutUnits,
  ...nutrientUnits,
  energy: 'calories are kilocalories, 4.184 kilojoules each',
  percent: 'percent of the recommended daily value',
} as const;

interface WithExercise {
  exercise?: { id: string } | undefined;
}

/** Returns the members of an answer that explain its items. */
export function explain(items: readonly object[]) {
  const ids = items.flatMap((item: WithExercise) => item.exercise?.id ?? []);
  const known = [...new Set(ids)].flatMap((id) => {
    const name = englishNames.get(id);
    return name === undefined ? [] : [[id, name] as const];
  });
  return { units, activity_names: Object.fromEntries(known) };
}
