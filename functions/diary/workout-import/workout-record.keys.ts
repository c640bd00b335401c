import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

/** The keys of the records of imported workouts. */
export const workoutRecordKeys = {
  importedWorkout: defineOwnedKey('WORKOUT'),
  importedWorkouts: defineOwnedRange('WORKOUT'),
  fileWorkout: defineOwnedKey('FILE_WORKOUT'),
  fileWorkouts: defineOwnedRange('FILE_WORKOUT'),
};
