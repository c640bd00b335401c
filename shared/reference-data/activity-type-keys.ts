import { activityTypeKeys } from './activity-type-keys.data.ts';

/** The key of an activity type in data/activities.csv, e.g. `run_trail`. */
export type ActivityTypeKey = (typeof activityTypeKeys)[number]['key'];

const idsByKey = new Map<string, string>(
  activityTypeKeys.map(({ key, id }) => [key, id]),
);
/** Returns the id of an activity type. */
export function getActivityTypeId(key: ActivityTypeKey): string {
  const id = idsByKey.get(key);
  if (id === undefined) throw new Error(`There is no activity type ${key}.`);
  return id;
}
