import { unknownEnergies } from '#functions/diary/workout-import/plausible-workout.ts';
import type { FitMessage } from './fit-reader.ts';

/** The values of a session, a lap or a length. Those that it does not state are undefined. */
export interface TotalValues {
  /** Seconds without pauses. */
  duration: number | undefined;
  /** Seconds. */
  elapsed: number | undefined;
  /** Kilocalories. */
  energy: number | undefined;
  /** Meters. */
  distance: number | undefined;
  avg_heart_rate: number | undefined;
  max_heart_rate: number | undefined;
  /** Meters per second. */
  max_speed: number | undefined;
  /** Meters. */
  elevation_gain: number | undefined;
}

/** A session, a lap or a length, with its times in seconds of the device's clock. */
export interface FitTotals {
  start: number | undefined;
  end: number | undefined;
  /** The numbers of the sport and of its variant. */
  sport: number | undefined;
  sub_sport: number | undefined;
  values: TotalValues;
}

/** The field that holds the end of each kind of message. */
const endField = 253;

/** The numbers of the fields of a message. */
interface Layout {
  start: number;
  sport: number;
  sub_sport: number;
  elapsed: number;
  duration: number;
  distance?: number;
  energy: number;
  avg_heart_rate?: number;
  max_heart_rate?: number;
  max_speed?: number;
  enhanced_max_speed?: number;
  elevation_gain?: number;
  active_lengths?: number;
}

/** A number that no field has. */
const none = -1;

const sessionLayout: Layout = {
  start: 2,
  sport: 5,
  sub_sport: 6,
  elapsed: 7,
  duration: 8,
  distance: 9,
  energy: 11,
  max_speed: 15,
  avg_heart_rate: 16,
  max_heart_rate: 17,
  elevation_gain: 22,
  enhanced_max_speed: 125,
  active_lengths: 47,
};

const lapLayout: Layout = {
  start: 2,
  elapsed: 7,
  duration: 8,
  distance: 9,
  energy: 11,
  max_speed: 14,
  avg_heart_rate: 15,
  max_heart_rate: 16,
  elevation_gain: 21,
  sport: 25,
  sub_sport: 39,
  enhanced_max_speed: 111,
  active_lengths: 40,
};

const lengthLayout: Layout = {
  start: 2,
  elapsed: 3,
  duration: 4,
  energy: 11,
  sport: none,
  sub_sport: none,
};

/** A session with the size of its pool in meters. */
export interface FitSessionTotals extends FitTotals {
  pool: number | undefined;
  activeLengths: number | undefined;
  /** Whether its energy is a number that means "unknown". */
  hasUnknownEnergy: boolean;
}

/** A lap with the number of lengths of a pool in it that were swum. */
export interface FitLap extends FitTotals {
  activeLengths: number | undefined;
}

/** A length of a pool. */
export interface FitLength extends FitTotals {
  isActive: boolean;
}

export function readSessionTotals(message: FitMessage): FitSessionTotals {
  const pool = message.getNumber(44);
  const energy = message.getNumber(sessionLayout.energy) ?? 0;
  return {
    ...readLap(message, sessionLayout),
    pool: pool && pool / 100,
    hasUnknownEnergy: unknownEnergies.has(energy),
  };
}

export function readLap(message: FitMessage, layout = lapLayout): FitLap {
  const activeLengths = message.getNumber(layout.active_lengths ?? none);
  return { ...readTotals(message, layout), activeLengths };
}

export function readLength(message: FitMessage): FitLength {
  const isActive = message.getNumber(12) === 1;
  return { ...readTotals(message, lengthLayout), isActive };
}

function readTotals(message: FitMessage, layout: Layout): FitTotals {
  const get = (field = none, scale = 1) => {
    const value = message.getNumber(field);
    return value === undefined ? undefined : value / scale;
  };
  const energy = get(layout.energy);
  return {
    start: get(layout.start),
    end: get(endField),
    sport: get(layout.sport),
    sub_sport: get(layout.sub_sport),
    values: {
      duration: get(layout.duration, 1000),
      elapsed: get(layout.elapsed, 1000),
      energy: unknownEnergies.has(energy ?? 0) ? undefined : energy,
      distance: get(layout.distance, 100),
      avg_heart_rate: get(layout.avg_heart_rate),
      max_heart_rate: get(layout.max_heart_rate),
      max_speed: get(layout.enhanced_max_speed, 1000) ?? get(layout.max_speed, 1000),
      elevation_gain: get(layout.elevation_gain),
    },
  };
}

/**
 * Returns the sums of laps or lengths. With `isWhole`, a value is only known if each of them that
 * took time states it.
 */
export function sumTotals(parts: readonly FitTotals[], isWhole = false): TotalValues {
  const timed = parts.filter(({ values }) => values.duration !== 0);
  const list = (name: keyof TotalValues): [value: number, seconds: number][] => {
    const stated = timed.flatMap(({ values }): [number, number][] => {
      const { [name]: value, duration, elapsed } = values;
      return value === undefined ? [] : [[value, duration ?? elapsed ?? 1]];
    });
    return isWhole && stated.length < timed.length ? [] : stated;
  };
  const sum = (name: keyof TotalValues) => {
    const all = list(name);
    return all.length > 0 ? all.reduce((total, [value]) => total + value, 0) : undefined;
  };
  const max = (name: keyof TotalValues) => {
    const all = list(name);
    return all.length > 0 ? Math.max(...all.map(([value]) => value)) : undefined;
  };
  return {
    duration: sum('duration'),
    elapsed: sum('elapsed'),
    energy: sum('energy'),
    distance: sum('distance'),
    avg_heart_rate: average(list('avg_heart_rate').filter(([rate]) => rate > 0)),
    max_heart_rate: max('max_heart_rate'),
    max_speed: max('max_speed'),
    elevation_gain: sum('elevation_gain'),
  };
}

/** Returns the average of values by their seconds. */
function average(values: readonly (readonly [number, number])[]): number | undefined {
  const seconds = values.reduce((total, [, each]) => total + each, 0);
  const sum = values.reduce((total, [value, each]) => total + value * each, 0);
  return seconds > 0 ? sum / seconds : undefined;
}

/** Returns each value by the first that states it. A zero states nothing. */
export function fillIn(sources: readonly Partial<TotalValues>[]): TotalValues {
  const find = (name: keyof TotalValues) =>
    sources.find(({ [name]: value }) => value !== undefined && value > 0)?.[name];
  return {
    duration: find('duration'),
    elapsed: find('elapsed'),
    energy: find('energy'),
    distance: find('distance'),
    avg_heart_rate: find('avg_heart_rate'),
    max_heart_rate: find('max_heart_rate'),
    max_speed: find('max_speed'),
    elevation_gain: find('elevation_gain'),
  };
}
