import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import type { Workout } from './workout.ts';

/**
 * Our activity types by the provider's words, which are lower case with underscores. A table leaves
 * out the words in `commonSports`, unless the provider means something else by them.
 */
export type SportTable = Readonly<Record<string, ActivityTypeKey>>;

/**
 * The words that several providers have for the same sport, and those of Strava, which files have
 * too.
 */
const commonSports: SportTable = {
  alpineski: 'winter_ski_alpine',
  assault_bike: 'ride_indoor',
  backcountryski: 'winter_ski_tour',
  badminton: 'racket_badminton',
  basketball: 'team_basketball',
  bootcamp: 'studio_bootcamp',
  boxing: 'combat_boxing',
  calisthenics: 'strength_calisthenics',
  canoeing: 'water_canoe',
  circuit_training: 'strength_circuit',
  cleaning: 'home_clean',
  climbing: 'climb',
  cricket: 'team_cricket',
  cross_country_skiing: 'winter_ski_xc',
  crossfit: 'strength_crossfit',
  cycling: 'ride',
  dance: 'dance',
  dancing: 'dance',
  duathlon: 'multi_duathlon',
  ebikeride: 'ride_ebike',
  elliptical: 'machine_elliptical',
  emountainbikeride: 'ride_mountain_electric',
  golf: 'target_golf',
  gravelride: 'ride_gravel',
  handcycle: 'ride_hand',
  highintensityintervaltraining: 'studio_hiit',
  hiit: 'studio_hiit',
  hike: 'hike',
  hiking: 'hike',
  ice_hockey: 'team_ice_hockey',
  ice_skating: 'winter_skate',
  iceskate: 'winter_skate',
  inline_skating: 'wheels_inline',
  inlineskate: 'wheels_inline',
  jumping_rope: 'machine_rope',
  kayaking: 'water_kayak',
  kickboxing: 'combat_kickboxing',
  kitesurf: 'water_kitesurf',
  martial_arts: 'combat',
  mountain_biking: 'ride_mountain',
  mountainbikeride: 'ride_mountain',
  nordic_walking: 'walk_nordic',
  nordicski: 'winter_ski_xc',
  obstacle_course_racing: 'multi_obstacle',
  other: 'other',
  paddleboarding: 'water_sup',
  padel: 'racket_padel',
  pickleball: 'racket_pickleball',
  pilates: 'mindbody_pilates',
  powerlifting: 'strength_heavy',
  racquetball: 'racket_racquetball',
  ride: 'ride',
  rock_climbing: 'climb_rock',
  rockclimbing: 'climb_rock',
  rollerski: 'winter_ski_roller',
  rucking: 'hike',
  rugby: 'team_rugby',
  run: 'run',
  running: 'run',
  sail: 'water_sail',
  sailing: 'water_sail',
  skateboard: 'wheels_skateboard',
  skateboarding: 'wheels_skateboard',
  skiing: 'winter_ski_alpine',
  snowboard: 'winter_snowboard',
  snowboarding: 'winter_snowboard',
  snowshoe: 'hike_snowshoe',
  soccer: 'team_soccer',
  spinning: 'ride_spin',
  squash: 'racket_squash',
  stairstepper: 'machine_stair',
  standuppaddling: 'water_sup',
  strength_training: 'strength',
  stretching: 'mindbody_stretch',
  surfing: 'water_surf',
  swim: 'swim',
  swimming: 'swim',
  table_tennis: 'racket_table_tennis',
  tabletennis: 'racket_table_tennis',
  tennis: 'racket_tennis',
  trailrun: 'run_trail',
  triathlon: 'multi_triathlon',
  velomobile: 'ride_recumbent',
  virtualride: 'ride_virtual',
  virtualrow: 'machine_row',
  virtualrun: 'run_virtual',
  volleyball: 'team_volleyball',
  walk: 'walk',
  walking: 'walk',
  weighttraining: 'strength',
  wheelchair: 'other',
  windsurf: 'water_windsurf',
  yoga: 'mindbody_yoga',
};

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
