import { googleHealthSports } from '#functions/connections/providers/google-health/sports.data.ts';
import { polarSports } from '#functions/connections/providers/polar/sports.data.ts';
import { stravaSports } from '#functions/connections/providers/strava-words/sports.data.ts';
import { whoopSports } from '#functions/connections/providers/whoop/sports.data.ts';
import { withingsSports } from '#functions/connections/providers/withings/sports.data.ts';
import { mapSport, type SportTable } from '#functions/diary/workout-import/sport.ts';

const sportTables = {
  strava: stravaSports,
  polar: polarSports,
  whoop: whoopSports,
  withings: withingsSports,
  google_health: googleHealthSports,
} satisfies Record<string, SportTable>;

export type RecordingProvider = keyof typeof sportTables;

export const recordingProviders = [
  'strava',
  'polar',
  'whoop',
  'withings',
  'google_health',
] as const satisfies readonly RecordingProvider[];

/** The words of the providers for one sport. The person or the device chooses among them. */
export type SportWords = Record<RecordingProvider, readonly [string, ...string[]]>;

export const sportWords = {
  run: {
    strava: ['Run'],
    polar: ['RUNNING', 'JOGGING', 'ROAD_RUNNING'],
    whoop: ['running'],
    withings: ['2'],
    google_health: ['RUNNING'],
  },
  trail: {
    strava: ['TrailRun', 'Run', 'Hike'],
    polar: ['TRAIL_RUNNING', 'RUNNING'],
    whoop: ['running', 'hiking/rucking'],
    withings: ['2', '3'],
    google_health: ['TRAIL_RUN', 'RUNNING', 'HIKING'],
  },
  treadmill: {
    strava: ['Run', 'VirtualRun'],
    polar: ['TREADMILL_RUNNING', 'RUNNING'],
    whoop: ['running'],
    withings: ['307', '2'],
    google_health: ['TREADMILL', 'RUNNING'],
  },
  walk: {
    strava: ['Walk'],
    polar: ['WALKING', 'NORDIC_WALKING'],
    whoop: ['walking', 'dog_walking'],
    withings: ['1'],
    google_health: ['WALKING', 'POWER_WALKING'],
  },
  hike: {
    strava: ['Hike', 'Walk'],
    polar: ['HIKING', 'WALKING'],
    whoop: ['hiking/rucking', 'walking'],
    withings: ['3', '1'],
    google_health: ['HIKING', 'WALKING', 'RUCKING'],
  },
  ride: {
    strava: ['Ride', 'GravelRide', 'MountainBikeRide'],
    polar: ['CYCLING', 'ROAD_BIKING', 'MOUNTAIN_BIKING'],
    whoop: ['cycling'],
    withings: ['6'],
    google_health: ['OUTDOOR_BIKE', 'BIKING'],
  },
  swim: {
    strava: ['Swim'],
    polar: ['SWIMMING', 'POOL_SWIMMING'],
    whoop: ['swimming'],
    withings: ['7'],
    google_health: ['SWIMMING_POOL'],
  },
  row: {
    strava: ['Rowing', 'VirtualRow'],
    polar: ['INDOOR_ROWING', 'ROWING'],
    whoop: ['rowing'],
    withings: ['187'],
    google_health: ['ROWING', 'ROWING_MACHINE'],
  },
  gym: {
    strava: ['WeightTraining', 'HighIntensityIntervalTraining', 'Crossfit', 'Workout'],
    polar: ['STRENGTH_TRAINING', 'FUNCTIONAL_TRAINING', 'HIIT', 'CIRCUIT_TRAINING'],
    whoop: ['functional_fitness', 'weightlifting', 'hiit', 'activity'],
    withings: ['16', '17', '36'],
    google_health: ['HIIT', 'CROSSFIT', 'WEIGHTS', 'WORKOUT', 'INTERVAL_WORKOUT'],
  },
  unknown: {
    strava: ['Workout'],
    polar: ['OTHER', 'OTHER_INDOOR'],
    whoop: ['activity', 'other'],
    withings: ['36'],
    google_health: ['OTHER', 'SPORT', 'WORKOUT'],
  },
} satisfies Record<string, SportWords>;

export type Sport = keyof typeof sportWords;

/** Meters per second. The sports that are not listed have no distance. */
export const speeds: Partial<Record<Sport, number>> = {
  run: 3,
  trail: 2.5,
  treadmill: 2.9,
  walk: 1.3,
  hike: 1.1,
  ride: 6.5,
  swim: 0.8,
  row: 3.5,
};

/** Returns the activity type of a provider's word, as a sync finds it. */
export function toActivityType(provider: RecordingProvider, word: string) {
  return mapSport(sportTables[provider], word);
}
