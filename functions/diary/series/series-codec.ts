import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { compact } from '#shared/runtime/compact.ts';
import type {
  WorkoutCurves,
  WorkoutLap,
  WorkoutOutline,
  WorkoutSeries,
  WorkoutTotals,
} from './workout-curves.ts';

/** A series and its outline as the table stores them. */
export interface EncodedCurves {
  series: Uint8Array;
  outline?: Uint8Array;
}

/** The first byte. What another version has written reads as none. */
const version = 1;

/** The columns of a table, and how many steps of each are one of its units. */
type Columns<Name extends string> = Readonly<Record<Name, number>>;

type PointCurves = Omit<WorkoutSeries, 'laps' | 'lap_count' | 'stated' | 'summed'>;

const pointColumns = {
  seconds: 100,
  distance: 10,
  elevation: 10,
  heart_rate: 1,
  speed: 100,
  cadence: 1,
  power: 1,
} satisfies Record<keyof PointCurves, number>;

const lapColumns = {
  start: 100,
  duration: 100,
  distance: 10,
  avg_heart_rate: 1,
  max_heart_rate: 1,
} satisfies Record<keyof WorkoutLap, number>;

const totalColumns = {
  duration: 10,
  distance: 10,
  avg_heart_rate: 1,
  max_heart_rate: 1,
  elevation_change: 10,
} satisfies Record<keyof WorkoutTotals, number>;

const countColumns = { lap_count: 1 };

interface Position {
  latitude: number;
  longitude: number;
}

/** A step is about a meter. */
const positionColumns = {
  latitude: 100_000,
  longitude: 100_000,
} satisfies Record<keyof Position, number>;

const partColumns = { length: 1 };

/** Encodes the curves of a workout. They never have more than 12 KB. */
export function encodeCurves({ series, outline }: WorkoutCurves): EncodedCurves {
  return compact({
    series: encodeSeries(series),
    outline: outline && encodeOutline(outline),
  });
}

function encodeSeries(series: WorkoutSeries): Uint8Array {
  const { laps = [], lap_count, stated, summed, ...points } = series;
  const integers: number[] = [];
  const { length } = points.seconds;
  writeTable(integers, pointColumns, length, (name) => points[name]);
  writeTable(integers, lapColumns, laps.length, (name) => laps.map((lap) => lap[name]));
  writeTable(integers, totalColumns, 1, (name) => [summed?.[name]]);
  writeTable(integers, totalColumns, 1, (name) => [stated?.[name]]);
  writeTable(integers, countColumns, 1, () => [lap_count]);
  return compress(integers);
}

/** Decodes a series, or returns undefined if another version has written it. */
export function decodeSeries(bytes: Uint8Array): WorkoutSeries | undefined {
  const next = decompress(bytes);
  if (!next) return undefined;
  const { seconds = [], ...curves } = readTable(next, pointColumns);
  const laps = toRows(readTable(next, lapColumns)) as WorkoutLap[];
  const [summed] = toRows<keyof WorkoutTotals>(readTable(next, totalColumns));
  const [stated] = toRows<keyof WorkoutTotals>(readTable(next, totalColumns));
  const [counts] = toRows<'lap_count'>(readTable(next, countColumns));
  return {
    seconds: seconds as number[],
    ...curves,
    ...(laps.length > 0 && { laps }),
    ...counts,
    ...compact({ stated, summed }),
  };
}

function encodeOutline(outline: WorkoutOutline): Uint8Array {
  const integers: number[] = [];
  const positions = outline.flat();
  writeTable(integers, partColumns, outline.length, () =>
    outline.map(({ length }) => length),
  );
  writeTable(integers, positionColumns, positions.length, (name) =>
    positions.map(([latitude, longitude]) => ({ latitude, longitude })[name]),
  );
  return compress(integers);
}

/** Decodes an outline, or returns undefined if another version has written it. */
export function decodeOutline(bytes: Uint8Array): WorkoutOutline | undefined {
  const next = decompress(bytes);
  if (!next) return undefined;
  const { length: lengths = [] } = readTable(next, partColumns);
  const { latitude = [], longitude = [] } = readTable(next, positionColumns);
  let index = -1;
  return lengths.map((length) =>
    Array.from({ length: length ?? 0 }, () => {
      index += 1;
      return [latitude[index] ?? 0, longitude[index] ?? 0] as const;
    }),
  );
}

/** The highest integer of counts and of other values, whose differences have 3 and 4 bytes. */
const maxCount = 2 ** 19 - 1;
const maxSteps = 2 ** 26 - 1;

/**
 * Appends a table: the number of its rows, and for each column 0 if it has no values, or 1 and the
 * differences between its values. A difference that is not negative is one more, and 0 is none.
 */
function writeTable<Name extends string>(
  integers: number[],
  columns: Columns<Name>,
  rows: number,
  getColumn: (name: Name) => readonly (number | null | undefined)[] | undefined,
): void {
  integers.push(rows);
  for (const name of Object.keys(columns) as Name[]) {
    const values = getColumn(name) ?? [];
    const hasValues = values.some(isKnown);
    integers.push(hasValues ? 1 : 0);
    if (hasValues) writeColumn(integers, values, columns[name]);
  }
}

function writeColumn(
  integers: number[],
  values: readonly (number | null | undefined)[],
  stepsOfUnit: number,
): void {
  const max = stepsOfUnit === 1 ? maxCount : maxSteps;
  let last = 0;
  for (const value of values) {
    if (!isKnown(value)) integers.push(0);
    else {
      const steps = Math.round(value * stepsOfUnit);
      const bounded = Math.min(Math.max(steps, -max), max);
      integers.push(bounded < last ? bounded - last : bounded - last + 1);
      last = bounded;
    }
  }
}

function isKnown(value: number | null | undefined): value is number {
  return Number.isFinite(value);
}

/** Returns the next integer. */
type Reader = () => number;

type Table<Name extends string> = Partial<Record<Name, (number | null)[]>>;

function readTable<Name extends string>(next: Reader, columns: Columns<Name>) {
  const rows = next();
  const table: Table<Name> = {};
  for (const name of Object.keys(columns) as Name[]) {
    if (next() === 1) table[name] = readColumn(next, rows, columns[name]);
  }
  return table;
}

function readColumn(next: Reader, rows: number, stepsOfUnit: number) {
  let last = 0;
  return Array.from({ length: rows }, () => {
    const difference = next();
    if (difference === 0) return null;
    last += difference < 0 ? difference : difference - 1;
    return last / stepsOfUnit;
  });
}

/** Returns the rows of a table. An absent value is no member. */
function toRows<Name extends string>(
  table: Table<Name>,
): Partial<Record<Name, number>>[] {
  const columns = Object.entries(table) as [Name, (number | null)[]][];
  const rows = columns[0]?.[1].keys() ?? [];
  return Array.from(rows, (row) => {
    const cells = columns.map(([name, values]) => [name, values[row]] as const);
    return Object.fromEntries(cells.filter(([, value]) => isKnown(value)));
  }) as Partial<Record<Name, number>>[];
}

/** Compresses integers: small ones have one byte, whose lowest bit is the sign. */
function compress(integers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(integers.length * 4);
  let length = 0;
  for (const integer of integers) {
    let left = integer < 0 ? -2 * integer - 1 : 2 * integer;
    for (; left > 127; left >>>= 7) {
      bytes[length] = (left & 127) | 128;
      length += 1;
    }
    bytes[length] = left;
    length += 1;
  }
  const compressed = deflateRawSync(bytes.subarray(0, length), { level: 1 });
  return Buffer.concat([Buffer.of(version), compressed]);
}

function decompress(bytes: Uint8Array): Reader | undefined {
  if (bytes[0] !== version) return undefined;
  const integers = inflateRawSync(bytes.subarray(1));
  let index = 0;
  return () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = integers[index] ?? 0;
      index += 1;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value & 1 ? -(value + 1) / 2 : value / 2;
  };
}
