import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '../reference-data/activity-type-keys.ts';
import type { Workout } from './workout.ts';

/** Our activity types by the provider's words, which are lower case with underscores. */
export type SportTable = Readonly<Record<string, ActivityTypeKey>>;

/** Parts of words that tell the kind of sport. A word gets the first part that it contains. */
const stems: readonly { part: string; key: ActivityTypeKey }[] = [
  { part: 'ski', key: 'winter' },
  { part: 'snow', key: 'winter' },
  { part: 'ice', key: 'winter' },
  { part: 'water', key: 'water' },
  { part: 'swim', key: 'swim' },
  { part: 'run', key: 'run' },
  { part: 'jog', key: 'run' },
  { part: 'cycl', key: 'ride' },
  { part: 'bik', key: 'ride' },
  { part: 'ride', key: 'ride' },
  { part: 'walk', key: 'walk' },
  { part: 'hik', key: 'hike' },
  { part: 'climb', key: 'climb' },
  { part: 'yoga', key: 'mindbody' },
  { part: 'pilates', key: 'mindbody' },
  { part: 'danc', key: 'dance' },
  { part: 'strength', key: 'strength' },
  { part: 'weight', key: 'strength' },
  { part: 'skat', key: 'wheels' },
  { part: 'row', key: 'machine' },
  { part: 'ball', key: 'team' },
  { part: 'hockey', key: 'team' },
  { part: 'martial', key: 'combat' },
  { part: 'box', key: 'combat' },
];

/** Returns a provider's word in lower case, with underscores for hyphens and spaces. */
export function normalizeSport(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/**
 * Returns our activity type for a provider's word in any spelling, and the word itself. A word that
 * is not in the table becomes the nearest root, e.g. `beach_run` becomes a run, or else
 * `other_import`.
 */
export function mapSport(
  table: SportTable,
  word: string,
): Pick<Workout, 'activity_type_id' | 'remote_activity'> {
  const name = normalizeSport(word);
  const key = Object.hasOwn(table, name) ? table[name] : findNearestRoot(name);
  return {
    activity_type_id: getActivityTypeId(key ?? 'other_import'),
    remote_activity: word,
  };
}

function findNearestRoot(name: string): ActivityTypeKey | undefined {
  return stems.find(({ part }) => name.includes(part))?.key;
}
