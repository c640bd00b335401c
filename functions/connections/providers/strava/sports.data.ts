import type { SportTable } from '#functions/diary/import/sport.ts';

/** Our activity types by Strava's `sport_type`. */
export const stravaSports: SportTable = {
  alpineski: 'winter_ski_alpine',
  backcountryski: 'winter_ski_tour',
  ebikeride: 'ride_ebike',
  emountainbikeride: 'ride_mountain_electric',
  gravelride: 'ride_gravel',
  handcycle: 'ride_hand',
  highintensityintervaltraining: 'studio_hiit',
  hike: 'hike',
  iceskate: 'winter_skate',
  inlineskate: 'wheels_inline',
  kitesurf: 'water_kitesurf',
  mountainbikeride: 'ride_mountain',
  nordicski: 'winter_ski_xc',
  ride: 'ride',
  rockclimbing: 'climb_rock',
  rollerski: 'winter_ski_roller',
  rowing: 'water_row',
  run: 'run',
  sail: 'water_sail',
  skateboard: 'wheels_skateboard',
  snowboard: 'winter_snowboard',
  snowshoe: 'hike_snowshoe',
  stairstepper: 'machine_stair',
  standuppaddling: 'water_sup',
  swim: 'swim',
  tabletennis: 'racket_table_tennis',
  trailrun: 'run_trail',
  velomobile: 'ride_recumbent',
  virtualride: 'ride_virtual',
  virtualrow: 'machine_row',
  virtualrun: 'run_virtual',
  walk: 'walk',
  weighttraining: 'strength',
  windsurf: 'water_windsurf',
  workout: 'other',
};

/** The types of activities that were done on a machine (`trainer`). */
export const stravaTrainerSports: SportTable = {
  ride: 'ride_indoor',
  rowing: 'machine_row',
  run: 'run_treadmill',
};
