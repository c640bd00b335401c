import { type Nutrient, nutrients } from '#functions/diary/entry/nutrients.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import type { DecimalSign } from './cells.ts';
import type { DayOrder } from './days.ts';
import type { TableKind } from './table-questions.ts';

/** What a column of a table has. */
export type Role =
  | 'date'
  | 'time'
  | 'meal'
  | 'name'
  | 'brand'
  | 'amount'
  | 'servings'
  | 'energy'
  | 'deleted'
  | 'exercise'
  | Nutrient
  | MeasurementType
  | 'diastolic'
  | 'fat_mass'
  | 'metric'
  | 'value'
  | 'unit'
  | 'end'
  | 'awake'
  | 'light'
  | 'deep'
  | 'rem'
  | 'source';

/** How a service writes a table. Headings are in small letters, without units, spaces and signs. */
export interface Dialect {
  /** The service, as people call it. The rows of one replace earlier ones of the same. */
  service: string;
  kind: TableKind;
  /** The headings that tell the table. */
  needs: readonly string[];
  /** Further headings, of which the table has one. */
  needsOneOf?: readonly string[];
  /** Headings of other tables with the same ones. */
  excludes?: readonly string[];
  /** The name of the file, if its headings alone do not tell the table. */
  file?: RegExp;
  columns: Readonly<Record<string, Role>>;
  /** The units of columns whose headings have none. */
  units?: Readonly<Partial<Record<Role, string>>>;
  order?: DayOrder;
  /** The sign of decimals of the service, for tables whose numbers do not tell it. */
  sign?: DecimalSign;
  /** Whether the service writes 0 for a value that it does not have. */
  hasZeros?: boolean;
  /** Whether the rows of a day come after a line that has only their day. */
  hasDayLines?: boolean;
}

const massColumns = {
  date: 'date',
  day: 'date',
  time: 'time',
  meal: 'meal',
  name: 'name',
  food: 'name',
  foodname: 'name',
  brand: 'brand',
  amount: 'amount',
  quantity: 'amount',
  unit: 'unit',
  units: 'unit',
  servingqty: 'amount',
  servingsize: 'unit',
  servings: 'servings',
  energy: 'energy',
  calories: 'energy',
  kcal: 'energy',
  kj: 'energy',
  fat: 'fat',
  saturatedfat: 'saturated_fat',
  polyunsaturatedfat: 'polyunsaturated_fat',
  monounsaturatedfat: 'monounsaturated_fat',
  transfat: 'trans_fat',
  cholesterol: 'cholesterol',
  sodium: 'sodium',
  potassium: 'potassium',
  carbohydrates: 'carbohydrates',
  carbs: 'carbohydrates',
  fiber: 'fiber',
  fibre: 'fiber',
  sugar: 'sugar',
  sugars: 'sugar',
  protein: 'protein',
  source: 'source',
} as const satisfies Dialect['columns'];

/** With the nutrients that are shares of a day, for tables that may have them as shares. */
const foodColumns = {
  ...massColumns,
  vitamina: 'vitamin_a',
  vitaminc: 'vitamin_c',
  calcium: 'calcium',
  iron: 'iron',
} as const satisfies Dialect['columns'];

const bodyColumns = {
  date: 'date',
  time: 'time',
  weight: 'weight',
  bodyfat: 'body_fat',
  leanmass: 'lean_mass',
  waist: 'waist',
  restingheartrate: 'resting_heart_rate',
  hrvrmssd: 'hrv_rmssd',
  hrvsdnn: 'hrv_sdnn',
  steps: 'steps',
  systolic: 'blood_pressure',
  diastolic: 'diastolic',
  oxygensaturation: 'oxygen_saturation',
  respiratoryrate: 'respiratory_rate',
  vo2max: 'vo2_max',
  bodytemperature: 'body_temperature',
  bloodglucose: 'blood_glucose',
  deleted: 'deleted',
  source: 'source',
} as const satisfies Dialect['columns'];

const energyHeadings = ['calories', 'energy', 'kcal', 'kj'];
const nutrientHeadings = Object.entries(foodColumns).flatMap(([heading, role]) =>
  (nutrients as readonly string[]).includes(role) ? heading : [],
);

/** The headings of a meal, energy and nutrients: one tells food from other tables with names. */
const foodHeadings = ['meal', ...energyHeadings, ...nutrientHeadings];

/** Headings of workouts: their energy is not eaten, and their weights are lifted. */
const workoutHeadings = [
  'activitytype',
  'duration',
  'exercise',
  'exercisename',
  'reps',
  'setorder',
  'sets',
  'sport',
  'workoutname',
];

/** The service of a table in our own form. */
export const ownService = 'Spreadsheet';

/** The tables that are recognized. The first that fits counts. */
export const dialects: readonly Dialect[] = [
  {
    service: 'Cronometer',
    kind: 'food',
    needs: ['day', 'group', 'foodname', 'amount', 'energy'],
    columns: {
      ...massColumns,
      group: 'meal',
      saturated: 'saturated_fat',
      polyunsaturated: 'polyunsaturated_fat',
      monounsaturated: 'monounsaturated_fat',
      transfats: 'trans_fat',
    },
    sign: '.',
  },
  {
    service: 'Cronometer',
    kind: 'measurements',
    needs: ['day', 'metric', 'unit', 'amount'],
    columns: { day: 'date', time: 'time', metric: 'metric', unit: 'unit', amount: 'value' },
    sign: '.',
  },
  {
    service: 'MyFitnessPal',
    kind: 'food',
    needs: ['date', 'meal', 'calories', 'cholesterol', 'vitamina'],
    columns: foodColumns,
    units: { vitamin_a: '%', vitamin_c: '%', calcium: '%', iron: '%' },
    sign: '.',
  },
  {
    service: 'Lose It!',
    kind: 'food',
    needs: ['date', 'name', 'icon', 'meal', 'calories', 'deleted'],
    columns: { ...foodColumns, deleted: 'deleted' },
    order: 'month_first',
    sign: '.',
  },
  {
    service: 'Lose It!',
    kind: 'measurements',
    needs: ['date', 'weight', 'lastupdated', 'deleted'],
    columns: { date: 'date', weight: 'weight', deleted: 'deleted' },
    order: 'month_first',
    sign: '.',
  },
  ...[
    { file: /(?:^|\/)steps\.csv$/i, role: 'steps' as const },
    { file: /(?:^|\/)body-fat\.csv$/i, role: 'body_fat' as const },
  ].map(
    ({ file, role }): Dialect => ({
      service: 'Lose It!',
      kind: 'measurements',
      needs: ['date', 'value', 'secondaryvalue', 'lastupdated'],
      file,
      columns: { date: 'date', value: role },
      order: 'month_first',
      sign: '.',
    }),
  ),
  {
    service: 'FDDB',
    kind: 'food',
    needs: ['datumtagmonatjahrstundeminute', 'bezeichnung', 'kj'],
    columns: {
      datumtagmonatjahrstundeminute: 'date',
      bezeichnung: 'name',
      kj: 'energy',
      kjaktivitaeten: 'exercise',
      fettg: 'fat',
      khg: 'carbohydrates',
      proteing: 'protein',
    },
  },
  {
    service: 'FDDB',
    kind: 'measurements',
    needs: ['datumtagmonatjahr', 'gewichtkg'],
    columns: {
      datumtagmonatjahr: 'date',
      gewichtkg: 'weight',
      koerperfettprozent: 'body_fat',
      taillenumfangcm: 'waist',
    },
    units: { weight: 'kg', body_fat: '%', waist: 'cm' },
    hasZeros: true,
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['date', 'weight', 'fatmass'],
    columns: { date: 'date', weight: 'weight', fatmass: 'fat_mass' },
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['date', 'poids', 'massegrasse'],
    columns: { date: 'date', poids: 'weight', massegrasse: 'fat_mass' },
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['datum', 'gewicht', 'fettmasse'],
    columns: { datum: 'date', gewicht: 'weight', fettmasse: 'fat_mass' },
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['from', 'to', 'light', 'deep', 'awake'],
    columns: {
      from: 'date',
      to: 'end',
      light: 'light',
      deep: 'deep',
      rem: 'rem',
      awake: 'awake',
    },
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['von', 'bis', 'leicht', 'tief', 'wach'],
    columns: {
      von: 'date',
      bis: 'end',
      leicht: 'light',
      tief: 'deep',
      rem: 'rem',
      wach: 'awake',
    },
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['date', 'heartrate', 'systolic', 'diastolic'],
    columns: { date: 'date', systolic: 'blood_pressure', diastolic: 'diastolic' },
  },
  {
    service: 'Withings',
    kind: 'measurements',
    needs: ['date', 'value'],
    file: /(?:^|\/)aggregates_steps[^/]*\.csv$/i,
    columns: { date: 'date', value: 'steps' },
  },
  {
    service: 'Garmin Connect',
    kind: 'measurements',
    needs: ['time', 'weight', 'change', 'bmi', 'bodyfat'],
    // People write the days into a column of their own.
    excludes: ['date'],
    columns: { time: 'time', weight: 'weight', bodyfat: 'body_fat' },
    hasDayLines: true,
  },
  {
    service: 'Libra',
    kind: 'measurements',
    needs: ['date', 'weight', 'weighttrend'],
    columns: { date: 'date', weight: 'weight', bodyfat: 'body_fat' },
    units: { body_fat: '%' },
  },
  {
    service: 'openScale',
    kind: 'measurements',
    needs: ['datetime', 'weight', 'fat', 'biceps'],
    columns: { datetime: 'date', weight: 'weight', fat: 'body_fat', waist: 'waist' },
    units: { weight: 'kg', body_fat: '%', waist: 'cm' },
    hasZeros: true,
  },
  {
    service: 'openScale',
    kind: 'measurements',
    needs: ['date', 'time', 'weight', 'bmi'],
    // Other tables have the BMI, too.
    needsOneOf: ['caliper1', 'tdee', 'whtr'],
    columns: {
      date: 'date',
      time: 'time',
      weight: 'weight',
      bodyfat: 'body_fat',
      waist: 'waist',
    },
    units: { body_fat: '%' },
    hasZeros: true,
  },
  {
    service: ownService,
    kind: 'measurements',
    needs: ['date', 'type', 'value'],
    excludes: workoutHeadings,
    columns: {
      date: 'date',
      time: 'time',
      type: 'metric',
      value: 'value',
      unit: 'unit',
      source: 'source',
    },
  },
  ...[
    // Workouts have names and energy, too.
    { headings: ['name'], needsOneOf: ['meal', ...nutrientHeadings] },
    ...['food', 'foodname'].map((heading) => ({ headings: [heading], needsOneOf: foodHeadings })),
    // Tables of days have energy, too.
    ...energyHeadings.map((heading) => ({ headings: ['meal', heading] })),
  ].map(
    ({ headings, ...others }): Dialect => ({
      service: ownService,
      kind: 'food',
      needs: ['date', ...headings],
      // Tables of days with steps have a distance.
      excludes: [...workoutHeadings, 'distance'],
      columns: foodColumns,
      ...others,
    }),
  ),
  ...Object.keys(bodyColumns)
    .filter((heading) => !['date', 'time', 'deleted', 'source'].includes(heading))
    .map(
      (heading): Dialect => ({
        service: ownService,
        kind: 'measurements',
        needs: ['date', heading],
        excludes: workoutHeadings,
        columns: bodyColumns,
      }),
    ),
];

/** The types of measurements by the words of services, in small letters without signs. */
export const metrics: Readonly<Record<string, MeasurementType>> = {
  weight: 'weight',
  bodyfat: 'body_fat',
  leanmass: 'lean_mass',
  leanbodymass: 'lean_mass',
  waist: 'waist',
  waistsize: 'waist',
  restingheartrate: 'resting_heart_rate',
  hrvrmssd: 'hrv_rmssd',
  hrvsdnn: 'hrv_sdnn',
  steps: 'steps',
  bloodpressure: 'blood_pressure',
  oxygensaturation: 'oxygen_saturation',
  bloodoxygen: 'oxygen_saturation',
  respiratoryrate: 'respiratory_rate',
  vo2max: 'vo2_max',
  bodytemperature: 'body_temperature',
  bloodglucose: 'blood_glucose',
};

/** Grams of the units of nutrients. */
export const gramsOf: Readonly<Record<string, number>> = {
  g: 1,
  mg: 0.001,
  µg: 0.000001,
  μg: 0.000001,
  mcg: 0.000001,
};
