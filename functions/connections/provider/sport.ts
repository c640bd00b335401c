import type { Workout } from '#functions/diary/import/workout.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';

/** Our activity types by the provider's words, which are lower case with underscores. */
export type SportTable = Readonly<Record<string, ActivityTypeKey>>;

/**
 * Parts of words that tell the kind of sport. A name gets the first that it contains. `\b` and
 * negative lookaheads exclude other words, e.g. "skipping", "crunches", "stride" and "throwing".
 */
const stems: readonly { pattern: RegExp; key: ActivityTypeKey }[] = [
  { pattern: /ski(?!p)|snow|\bice/, key: 'winter' },
  { pattern: /water/, key: 'water' },
  { pattern: /swim/, key: 'swim' },
  { pattern: /\brun|run(ning)?\b|jog/, key: 'run' },
  { pattern: /cycl|bik|\bride/, key: 'ride' },
  { pattern: /walk/, key: 'walk' },
  { pattern: /hik/, key: 'hike' },
  { pattern: /climb/, key: 'climb' },
  { pattern: /yoga|pilates/, key: 'mindbody' },
  { pattern: /danc|ballet/, key: 'dance' },
  { pattern: /strength|weight/, key: 'strength' },
  { pattern: /skat/, key: 'wheels' },
  { pattern: /\brow/, key: 'machine' },
  { pattern: /ball(?!oon)|hockey/, key: 'team' },
  { pattern: /martial|box/, key: 'combat' },
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
  const words = name.replaceAll('_', ' ');
  return stems.find(({ pattern }) => pattern.test(words))?.key;
}
