import {
  type ActivityTypeKey,
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';

/** Words of files for sports indoors or on a screen. */
const indoorWords = /indoor|virtual|treadmill|elliptical|stair_?(?:climb|step)|spinning/i;

/** Programs that show a course on a screen, by what they call themselves. */
const virtualPrograms = new RegExp(
  [
    'bkool|fulgaz|indievelo|kinomap|mywhoosh|onelap|rouvy|tacx|trainerroad',
    'trainingpeaks virtual|zwift',
  ].join('|'),
  'i',
);

const indoorKeys: readonly ActivityTypeKey[] = [
  'climb_indoor',
  'ride_indoor',
  'ride_indoor_easy',
  'ride_indoor_hard',
  'ride_spin',
  'ride_virtual',
  'run_treadmill',
  'run_virtual',
  'walk_desk',
  'walk_treadmill',
  'winter_ski_machine',
];
const indoorTypes: ReadonlySet<string> = new Set(indoorKeys.map(getActivityTypeId));

/** Words of files and providers for a swim in a pool. */
const poolWords = /pool|lap.?swim/i;
const poolTypes: ReadonlySet<string> = new Set(
  (['swim_laps', 'swim_laps_fast'] as const).map(getActivityTypeId),
);
const swimRoot = findRootId(getActivityTypeId('swim'));

const machineRoot = findRootId(getActivityTypeId('machine'));

/** The activity type of a workout, and the word of its file or provider. */
interface Sport {
  activity_type_id: string;
  remote_activity: string;
}

/** Returns whether a workout of a sport is indoors or on a screen, wherever its positions are. */
export function isIndoors({ activity_type_id, remote_activity }: Sport): boolean {
  if (indoorTypes.has(activity_type_id) || indoorWords.test(remote_activity)) return true;
  return findRootId(activity_type_id) === machineRoot;
}

/** Returns whether a workout is a swim in a pool. */
export function isPool({ activity_type_id, remote_activity }: Sport): boolean {
  if (poolTypes.has(activity_type_id)) return true;
  return poolWords.test(remote_activity) && findRootId(activity_type_id) === swimRoot;
}

/** Returns whether one of the names of a recorder is that of a program with a screen. */
export function isVirtualProgram(...names: readonly (string | undefined)[]): boolean {
  return names.some((name = '') => virtualPrograms.test(name));
}
