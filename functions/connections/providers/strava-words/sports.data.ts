import type { SportTable } from '#functions/diary/workout-import/sport.ts';

/** Our activity types by Strava's `sport_type`, where other providers mean something else. */
export const stravaSports: SportTable = {
  rowing: 'water_row',
  workout: 'other',
};

/** The types of activities that were done on a machine (`trainer`). */
export const stravaTrainerSports: SportTable = {
  ride: 'ride_indoor',
  rowing: 'machine_row',
  run: 'run_treadmill',
};
