import type { Range } from '#functions/diary/entry/bounds.ts';

/** How values of a type are placed, measured and bounded. */
interface TypeRules {
  /** Whether each value has a time. A source has one value a day of the other types. */
  isTimed: boolean;
  unit: string;
  /** The smallest and the largest value in `unit`. */
  bounds: Range;
  /** The conversions of other units to `unit`. */
  conversions?: Readonly<Record<string, (value: number) => number>>;
}

/** The bounds of a diastolic blood pressure in mmHg. */
export const diastolicBounds: Range = { min: 10, max: 300 };

/** The longest sleep, from its start to its end, in seconds. */
export const maxSleep = 129_600;

const mass = { lb: (value: number) => value * 0.45359237 };

/**
 * The types of measurements, each with the unit in which its values are kept. Nothing finer than a
 * day is kept, except what people measure a few times a day.
 */
export const measurementTypes = {
  weight: { isTimed: true, unit: 'kg', bounds: { min: 1, max: 700 }, conversions: mass },
  body_fat: { isTimed: false, unit: 'percent', bounds: { min: 1, max: 90 } },
  lean_mass: {
    isTimed: false,
    unit: 'kg',
    bounds: { min: 1, max: 400 },
    conversions: mass,
  },
  waist: {
    isTimed: false,
    unit: 'cm',
    bounds: { min: 20, max: 400 },
    conversions: { in: (value: number) => value * 2.54 },
  },
  resting_heart_rate: { isTimed: false, unit: 'bpm', bounds: { min: 20, max: 200 } },
  /** Two ways to compute the variability of the heart rate, which are never one series. */
  hrv_rmssd: { isTimed: false, unit: 'ms', bounds: { min: 1, max: 1000 } },
  hrv_sdnn: { isTimed: false, unit: 'ms', bounds: { min: 1, max: 1000 } },
  steps: { isTimed: false, unit: 'steps', bounds: { min: 0, max: 500_000 } },
  /** The value is the systolic one, beside which the diastolic one is kept. */
  blood_pressure: { isTimed: true, unit: 'mmHg', bounds: { min: 30, max: 400 } },
  oxygen_saturation: { isTimed: false, unit: 'percent', bounds: { min: 20, max: 100 } },
  respiratory_rate: {
    isTimed: false,
    unit: 'breaths_per_minute',
    bounds: { min: 2, max: 100 },
  },
  vo2_max: { isTimed: false, unit: 'ml_per_kg_min', bounds: { min: 5, max: 120 } },
  body_temperature: {
    isTimed: true,
    unit: 'celsius',
    bounds: { min: 25, max: 45 },
    conversions: { fahrenheit: (value: number) => (value - 32) / 1.8 },
  },
  blood_glucose: {
    isTimed: true,
    unit: 'mmol_per_l',
    bounds: { min: 0.5, max: 60 },
    conversions: { mg_per_dl: (value: number) => value / 18.016 },
  },
  /** The value is the time asleep, from the start of the sleep. */
  sleep: { isTimed: true, unit: 'seconds', bounds: { min: 60, max: maxSleep } },
} as const satisfies Record<string, TypeRules>;

export type MeasurementType = keyof typeof measurementTypes;

export const typeNames = Object.keys(measurementTypes) as MeasurementType[];

/** Returns the rules of a type, without the names of its own units. */
export function getRules(type: MeasurementType): TypeRules {
  return measurementTypes[type];
}

/** The units in which a value can be sent. */
export const unitNames = [
  ...new Set(
    typeNames.flatMap((type) => {
      const { unit, conversions = {} } = getRules(type);
      return [unit, ...Object.keys(conversions)];
    }),
  ),
];

/** Lists the units in which values of a type can be sent, the one in which it is kept first. */
export function listUnits(type: MeasurementType): string[] {
  const { unit, conversions = {} } = getRules(type);
  return [unit, ...Object.keys(conversions)];
}

/** Our names of units by the words of apps and services, in small letters. */
const unitWords: Readonly<Record<string, string>> = {
  kg: 'kg',
  kilograms: 'kg',
  lb: 'lb',
  lbs: 'lb',
  pounds: 'lb',
  cm: 'cm',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '%': 'percent',
  bpm: 'bpm',
  ms: 'ms',
  steps: 'steps',
  mmhg: 'mmHg',
  'mmol/l': 'mmol_per_l',
  'mg/dl': 'mg_per_dl',
  '°c': 'celsius',
  degc: 'celsius',
  c: 'celsius',
  '°f': 'fahrenheit',
  degf: 'fahrenheit',
  f: 'fahrenheit',
  'ml/kg/min': 'ml_per_kg_min',
};

/** Returns our name of a unit, or undefined if its word is not known. */
export function findUnit(word: string): string | undefined {
  return Object.hasOwn(unitWords, word) ? unitWords[word] : undefined;
}

/** The decimal places to which a converted value is rounded. */
const precision = 1000;

/**
 * Converts a value to the unit of its type. A percentage of 1 or less is a fraction, as phones send
 * some. Returns undefined if the type has no such unit.
 */
export function toKeptValue(
  type: MeasurementType,
  value: number,
  unit = getRules(type).unit,
): number | undefined {
  const { unit: kept, conversions = {} } = getRules(type);
  const isFraction = kept === 'percent' && value <= 1;
  if (unit === kept) return isFraction ? roundValue(value * 100) : value;
  const convert = conversions[unit];
  return convert && roundValue(convert(value));
}

function roundValue(value: number): number {
  return Math.round(value * precision) / precision;
}
