import { defineOwnedKey } from '#shared/table/keys.ts';

/** The keys of the series of workouts, by the batch in the id of the entry. */
export const seriesKeys = {
  workoutSeries: defineOwnedKey('SERIES'),
};
