import { activityTypeKeys } from './activity-type-keys.data.ts';

/** The key of an activity type in data/activities.csv, e.g. `run_trail`. */
export type ActivityTypeKey = (typeof activityTypeKeys)[number]['key'];

const idsByKey = new Map<string, string>(
  activityTypeKeys.map(({ key, id }) => [key, id]),
);

const rootsById = new Map<string, string>(
  activityTypeKeys.map(({ id, root }) => [id, root]),
);

/** Returns the id of an activity type. */
export function getActivityTypeId(key: ActivityTypeKey): string {
  const id = idsByKey.get(key);
  if (id === undefined) throw new Error(`There is no activity type ${key}.`);
  return id;
}

/** Returns the id of the root of an activity type, or undefined if the type is unknown. */
export function findRootId(id: string): string | undefined {
  return rootsById.get(id);
}
