import { maxWordLength, readClock, readDay, toLetters } from '../tables/days.ts';
import { createRowReader } from '../tables/row-reader.ts';

/** An activity as the table of a Strava archive has it, without the numbers that it leaves out. */
export interface StravaActivity {
  /** The number of the activity at Strava. */
  id: string;
  name: string;
  /** The word for the sport, without accents, spaces and signs. */
  sport: string;
  /** The path of its file, from the folder of the table. It is empty for what a person entered. */
  file: string;
  /** Epoch milliseconds. */
  startMs: number | undefined;
  /** Seconds. */
  elapsed: number | undefined;
  moving: number | undefined;
  /** Meters. */
  distance: number | undefined;
  ascent: number | undefined;
  /** Meters per second. */
  maxSpeed: number | undefined;
  heartRate: number | undefined;
  maxHeartRate: number | undefined;
  /** Kilocalories. */
  energy: number | undefined;
}

const filePath = /^activities\/[\w.-]+$/;

/**
 * Headings in the languages of which they are known, without accents, spaces and signs. A table has
 * the time and the distance twice: first as the person sees them, and then in seconds and meters.
 */
const headings = {
  id: ['activityid', 'aktivitatsid', 'iddelactivite'],
  date: ['activitydate', 'aktivitatsdatum', 'datedelactivite'],
  name: ['activityname', 'namederaktivitat', 'nomdelactivite'],
  sport: ['activitytype', 'aktivitatsart', 'typedactivite'],
  elapsed: ['elapsedtime', 'verstrichenezeit', 'tempsecoule'],
  moving: ['movingtime', 'bewegungszeit', 'dureededeplacement'],
  distance: ['distance', 'distanz'],
  maxSpeed: ['maxspeed', 'hochstgeschwindigkeit', 'vitessemax'],
  ascent: ['elevationgain', 'hohenzunahme', 'denivelepositif'],
  maxHeartRate: ['maxheartrate', 'maxherzfrequenz', 'frequencecardiaquemax'],
  heartRate: [
    'averageheartrate',
    'durchschnittlicheherzfrequenz',
    'frequencecardiaquemoyenne',
  ],
  energy: ['calories', 'kalorien'],
} as const;

type Column = keyof typeof headings;

/** The places of values in a line, of which the last one counts, as the first may be rounded. */
type Columns = Readonly<Partial<Record<Column, readonly number[]>>>;

/** The places of the first values in every language. */
const firstColumns: Columns = {
  id: [0],
  date: [1],
  name: [2],
  sport: [3],
  elapsed: [5],
  distance: [6],
  maxHeartRate: [7],
};

/** The places of the others in every language, counted from the name of the file. */
const columnsAfterFile = {
  elapsed: 3,
  moving: 4,
  distance: 5,
  maxSpeed: 6,
  ascent: 8,
  maxHeartRate: 18,
  heartRate: 19,
  energy: 22,
} as const;

/** Lists the activities of a table, as far as it can be read. */
export function* listStravaActivities(table: string): Generator<StravaActivity> {
  let columns: Columns | undefined;
  const reader = createRowReader(',');
  for (const cells of [...reader.write(table), ...reader.end()]) {
    if (cells.isTooLong) continue;
    columns ??= findColumns(cells) ?? firstColumns;
    const activity = toActivity(cells, columns);
    if (activity) yield activity;
  }
}

/** Returns the places of the columns whose headings are known, if the first line has such. */
function findColumns(cells: readonly string[]): Columns | undefined {
  const names = cells.map((value) => toLetters(value).toLowerCase());
  const find = (known: readonly string[]) =>
    names.flatMap((name, index) => (known.includes(name) ? index : []));
  const found = Object.entries(headings).map(([column, known]) => [column, find(known)]);
  const columns: Columns = Object.fromEntries(found);
  return columns.date?.length && columns.sport?.length ? columns : undefined;
}

function toActivity(
  cells: readonly string[],
  known: Columns,
): StravaActivity | undefined {
  const get = (at: number | undefined) => cells[at ?? -1]?.trim() ?? '';
  const getText = (column: Column) => get(known[column]?.[0]);
  const sport = toLetters(getText('sport'));
  const id = getText('id');
  if (!/^\d+$/.test(id) || sport.length > maxWordLength) return undefined;

  const file = cells.find((value) => filePath.test(value)) ?? '';
  const places = findPlaces(cells, known);
  const getNumber = (column: Column) => readNumber(get(places[column]?.at(-1)));
  const isInMeters = (places.distance?.length ?? 0) > 1;
  const distance = getNumber('distance');
  return {
    id,
    name: getText('name'),
    sport,
    file,
    startMs: readTime(getText('date')),
    elapsed: getNumber('elapsed'),
    moving: getNumber('moving'),
    distance: isInMeters || distance === undefined ? distance : distance * 1000,
    ascent: getNumber('ascent'),
    maxSpeed: getNumber('maxSpeed'),
    heartRate: getNumber('heartRate'),
    maxHeartRate: getNumber('maxHeartRate'),
    energy: getNumber('energy'),
  };
}

/** The places of the name of the file: newer tables have a private note before it. */
const fileColumns = [12, 11] as const;

/**
 * Returns the places of the values of a line. Those whose headings are not known are counted from
 * the name of the file, if the time from start to end is there, which stands before it, too.
 */
function findPlaces(cells: readonly string[], known: Columns): Columns {
  if (known !== firstColumns) return known;
  const [first] = firstColumns.elapsed ?? [];
  const elapsed = readNumber(cells[first ?? -1] ?? '');
  const fileColumn = fileColumns.find(
    (at) => elapsed && readNumber(cells[at + columnsAfterFile.elapsed] ?? '') === elapsed,
  );
  if (fileColumn === undefined) return known;
  const after = Object.entries(columnsAfterFile).map(([column, offset]) => {
    const before = Object.entries(firstColumns).find(([name]) => name === column);
    return [column, [...(before?.[1] ?? []), fileColumn + offset]];
  });
  return { ...firstColumns, ...Object.fromEntries(after) };
}

/** Reads a number with a comma or a point for its decimals, and marks between thousands. */
function readNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[\s']/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return undefined;
  const isGrouped = /^\d{1,3}(?:,\d{3})+$/.test(digits);
  const mark = isGrouped
    ? -1
    : Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const whole = (mark < 0 ? digits : digits.slice(0, mark)).replaceAll(/[.,]/g, '');
  return Number(mark < 0 ? whole : `${whole}.${digits.slice(mark + 1)}`);
}

/**
 * Reads a time of the table, which is in UTC, in epoch milliseconds. It has the form of the
 * person's language, e.g. `Nov 20, 2026, 7:00:00 AM` or `20.11.2026, 07:00:00`.
 */
function readTime(text: string): number | undefined {
  const day = readDay(text, 'day_first');
  const time = day && readClock(day.rest);
  return time && Date.parse(`${day.date}T00:00:00Z`) + time.seconds * 1000;
}
