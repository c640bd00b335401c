import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { commonSports } from './common-sports.data.ts';
import type { Workout } from './workout.ts';

/**
 * Our activity types by the provider's words, which are lower case with underscores. A table leaves
 * out the words in `commonSports`, unless the provider means something else by them.
 */
export type SportTable = Readonly<Record<string, ActivityTypeKey>>;

/** Words that tell the kind of sport. A name gets the first kind that has one of its words. */
const kinds: readonly { key: ActivityTypeKey; words: readonly string[] }[] = [
  {
    key: 'water',
    words: ['water', 'watersport', 'watersports', 'waterski', 'waterskiing', 'waterpolo'],
  },
  {
    key: 'winter',
    words: [
      'ski',
      'skiing',
      'snow',
      'snowboard',
      'snowboarding',
      'snowshoe',
      'snowshoeing',
      'ice',
      'winter',
      'wintersports',
    ],
  },
  { key: 'swim', words: ['swim', 'swimming'] },
  { key: 'run', words: ['run', 'running', 'jog', 'jogging'] },
  {
    key: 'ride',
    words: [
      'ride',
      'cycle',
      'cycling',
      'bicycle',
      'bicycling',
      'bike',
      'biking',
      'cyclocross',
      'ebike',
      'handcycle',
      'handcycling',
    ],
  },
  { key: 'walk', words: ['walk', 'walking'] },
  { key: 'hike', words: ['hike', 'hiking'] },
  { key: 'climb', words: ['climb', 'climbing'] },
  { key: 'mindbody', words: ['yoga', 'pilates'] },
  { key: 'dance', words: ['dance', 'dancing', 'ballet'] },
  { key: 'strength', words: ['strength', 'weight', 'weights', 'weightlifting'] },
  { key: 'wheels', words: ['skate', 'skating', 'skateboard', 'skateboarding'] },
  { key: 'machine', words: ['row', 'rowing'] },
  {
    key: 'team',
    words: [
      'football',
      'baseball',
      'basketball',
      'volleyball',
      'handball',
      'korfball',
      'floorball',
      'netball',
      'softball',
      'hockey',
    ],
  },
  { key: 'combat', words: ['martial', 'box', 'boxing', 'kickboxing'] },
];

/** Returns a provider's word in lower case, with underscores for all but letters and digits. */
export function normalizeSport(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/**
 * Returns our activity type for a word of a provider or file in any spelling, and the word itself.
 * A word that is not in the table gives way to the first of the broader words that is, or else
 * becomes the nearest root, e.g. `beach_run` becomes a run, or else `other_import`.
 */
export function mapSport(
  table: SportTable,
  word: string,
  broaderWords: readonly string[] = [],
): Pick<Workout, 'activity_type_id' | 'remote_activity'> {
  const listed = [word, ...broaderWords].map((one) => findListed(table, one));
  const key = listed.find((found) => found !== undefined) ?? findNearestRoot(word);
  return {
    activity_type_id: getActivityTypeId(key ?? 'other_import'),
    remote_activity: word,
  };
}

function findListed(table: SportTable, word: string): ActivityTypeKey | undefined {
  const name = normalizeSport(word);
  const sports = [table, commonSports].find((one) => Object.hasOwn(one, name));
  return sports?.[name];
}

/** Returns the root of a name whose words are apart, or each have an upper-case letter. */
function findNearestRoot(name: string): ActivityTypeKey | undefined {
  const apart = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const found = new Set(normalizeSport(apart).split('_'));
  return kinds.find(({ words }) => words.some((word) => found.has(word)))?.key;
}
