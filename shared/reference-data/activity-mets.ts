import { activityMets } from './activity-mets.data.ts';

const metsById = new Map(activityMets.map(([id, mets]) => [String(id), mets]));

/** Returns the METs of an activity type, or undefined if there is none with the id. */
export function findMets(id: string): number | undefined {
  return metsById.get(id);
}
