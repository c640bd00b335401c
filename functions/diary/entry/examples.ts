/** The entries in the examples of all diary endpoints: a run and a breakfast. */

const date = '2026-11-20';

const run = {
  type: 'exercise',
  date,
  exercise: { id: '1' },
  start_time: '2026-11-20T09:00:00-08:00',
  duration: 1800,
  energy: { unit: 'calories', value: 254.5 },
};

const porridge = {
  type: 'food_entry',
  date,
  diary_meal: 'Breakfast',
  food: { name: 'Porridge', brand: 'Oaty' },
  servings: 1.5,
  nutritional_contents: {
    energy: { unit: 'calories', value: 212 },
    protein: 7.5,
    fat: 4,
  },
};

/** A batch, an index and a date. The ids of entries add a type. */
const idPrefix = '01k9y3w8m5f6q2xv7t4h9c1zbn8d5r2j6g3a0020261120';

/** The origin of what an application creates. */
const source = { origin: 'application' };

export const sentRun = { items: [run] };
export const sentBreakfast = { items: [porridge] };

export const runEntry = {
  id: `${idPrefix}e`,
  ...run,
  start_time: '2026-11-20T17:00:00Z',
  start_offset: '-08:00',
  energy_source: 'stated',
  avg_heart_rate: null,
  max_heart_rate: null,
  distance: null,
  max_speed: null,
  elevation_change: null,
  source,
};

export const breakfastEntry = { id: `${idPrefix}f`, ...porridge, source };

export const breakfast = {
  type: 'diary_meal',
  date,
  diary_meal: 'Breakfast',
  nutritional_contents: {
    energy: { unit: 'calories', value: 318 },
    protein: 11.25,
    fat: 6,
  },
};

export const daySummary = {
  date,
  energy_in: { unit: 'calories', value: 318 },
  energy_out: { unit: 'calories', value: 254.5 },
  energy_unknown: 0,
  duration: 1800,
  distance: null,
  nutrients: { protein: 11.25, fat: 6 },
};

export const monthSummary = {
  date: '2026-11-01',
  last_date: '2026-11-29',
  is_partial: true,
  energy_in: null,
  energy_out: { unit: 'calories', value: 2310 },
  energy_unknown: 0,
  duration: 14400,
  distance: 98300,
  nutrients: {},
};
