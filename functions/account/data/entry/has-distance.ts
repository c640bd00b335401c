import {
  type ActivityTypeKey,
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';

/** The kinds of activities that lead along a way, or count one on a machine. */
const kinds: readonly ActivityTypeKey[] = [
  'run',
  'walk',
  'hike',
  'ride',
  'swim',
  'water',
  'winter',
  'wheels',
  'machine',
  'horse',
  'multi',
  'outdoor',
  'other',
];

/** Returns whether an activity has a distance. An unknown one can have one. */
export function hasDistance(id: string): boolean {
  const root = findRootId(id);
  return root === undefined || kinds.map(getActivityTypeId).includes(root);
}
