import { addDays, type DayRange } from '#functions/diary/entry/dates.ts';
import type { FoodEntry } from '#functions/diary/entry/food-entry.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import { unreadable } from '../formats/decoded-file.ts';
import { type ChangeCounts, createChangeCounter } from '../formats/file-changes.ts';
import { readFood } from '../tables/food-rows.ts';
import { readValues } from '../tables/measurement-rows.ts';
import type { ScannedTable } from '../tables/recognize-table.ts';
import type { TableRow } from '../tables/row-reader.ts';
import {
  addLeftOut,
  isBlankRow,
  type LeftOutRows,
  type RowReason,
  readRowMoment,
} from '../tables/table-row.ts';
import type { FoundFiles } from './list-archive.ts';
import { type ReadTable, readTableRows } from './scan-table.ts';

/** The food entry of a row. */
export interface FoodRow {
  row: number;
  entry: FoodEntry;
}

/** The food of a day of a table. */
export interface FoodDay {
  date: string;
  foods: readonly FoodRow[];
  /** Whether the table covers the day, so that it replaces what its service has brought before. */
  isCovered: boolean;
  /** The next day of the table. Those between are covered, and have nothing. */
  next: string | undefined;
}

/** The whole days of a part of a table, of which an import stores one after the other. */
export interface FoundRows {
  outcome: 'rows';
  service: string;
  /** The first and the last day of the table. */
  tableDays: DayRange;
  days: readonly FoodDay[];
  values: readonly SentMeasurement[];
  /** The days of which all values are there. */
  covered: DayRange | undefined;
  leftOut: readonly LeftOutRows[];
  changes: ChangeCounts;
}

/** The most of a part. What is left out has a place in the line of the part. */
const partLimits = { days: 50, rows: 2500, leftOut: 50 };

/** The most rows that wait for the others of their days, which are in memory. */
const maxWaiting = 20_000;

/**
 * Lists a table as if each part of it were a file, so that an import can go on in the middle. Each
 * day is in one part. Parts are always the same.
 */
export async function* listTable(
  read: ReadTable,
  name: string,
  table: ScannedTable,
  zone: string,
): FoundFiles {
  let previous: FoundPart | undefined;
  let parts = 0;
  const toFile = ({ first, last, found }: FoundPart) => ({
    name: parts > 1 ? `${name}: ${first}–${last}` : name,
    decode: () => ({ decoded: found, digest: '' }),
  });
  const reading = listParts(read, table, zone);
  for (;;) {
    const { done, value } = await reading.next();
    if (!done) parts += 1;
    if (previous) yield toFile(previous);
    if (!done) {
      previous = value;
      continue;
    }
    const problem = value ?? table.problem ?? (parts === 0 ? 'empty' : undefined);
    if (problem)
      yield { name, decode: () => ({ decoded: unreadable(problem), digest: '' }) };
    return;
  }
}

interface FoundPart {
  first: number;
  last: number;
  found: FoundRows;
}

/** A day whose rows are being read. */
interface OpenDay {
  foods: FoodRow[];
  values: SentMeasurement[];
  isWhole: boolean;
}

async function* listParts(
  read: ReadTable,
  table: ScannedTable,
  zone: string,
): AsyncGenerator<FoundPart, 'not_sorted' | undefined, undefined> {
  const open = new Map<string, OpenDay>();
  let waiting = 0;
  let part = openPart(table, table.headRows + 1);
  let number = 0;
  for await (const rows of readTableRows(read, table.delimiter)) {
    for (const row of rows) {
      number += 1;
      if (number <= table.headRows || isBlankRow(row)) continue;
      const date = readRowMoment(table, row)?.date;
      if (date === undefined)
        part.leaveOut(number, row.isTooLong ? 'too_long' : 'no_date');
      else {
        const day = open.get(date) ?? { foods: [], values: [], isWhole: true };
        open.set(date, day);
        waiting += 1;
        addRow(table, { row, number, date, zone }, day, part);
        if (table.lastRows.get(date) === number) {
          open.delete(date);
          waiting -= part.close(date, day);
        }
        if (waiting > maxWaiting) return 'not_sorted';
      }
      if (!part.isFull()) continue;
      yield part.finish(number);
      part = openPart(table, number + 1);
    }
  }
  if (part.hasAny()) yield part.finish(number);
  return undefined;
}

interface NumberedRow {
  row: TableRow;
  number: number;
  date: string;
  zone: string;
}

function addRow(
  table: ScannedTable,
  { row, number, date, zone }: NumberedRow,
  day: OpenDay,
  part: ReturnType<typeof openPart>,
): void {
  if (row.isTooLong) {
    part.leaveOut(number, 'too_long');
    day.isWhole = false;
    return;
  }
  if (table.dialect.kind === 'measurements') {
    const { values, problems } = readValues(table, row, zone);
    day.values.push(...values);
    const [problem] = problems;
    if (values.length > 0) part.note('values_implausible', problems.length);
    else if (problem) part.leaveOut(number, problem);
    return;
  }
  const entry = readFood(table, row, date, part.note);
  if (typeof entry === 'object') day.foods.push({ row: number, entry });
  else {
    part.leaveOut(number, entry);
    // A row that cannot be read does not say that what it was before is gone.
    if (entry !== 'marked_deleted') day.isWhole = false;
  }
}

/** Starts a part of a table. */
function openPart({ service, dates, dialect }: ScannedTable, first: number) {
  const [firstDate = '', lastDate = ''] = [dates.at(0), dates.at(-1)];
  const { note, changes } = createChangeCounter();
  const closed = new Map<string, OpenDay>();
  const leftOut: LeftOutRows[] = [];
  let rows = 0;
  const findNext = (date: string) => dates[findIndex(dates, date) + 1];
  return {
    note,
    leaveOut: (row: number, reason: RowReason) => addLeftOut(leftOut, row, reason),
    /** Adds a day of which all rows were read. Returns how many they were. */
    close(date: string, day: OpenDay): number {
      closed.set(date, day);
      rows += day.foods.length + day.values.length;
      return day.foods.length + day.values.length;
    },
    hasAny: () => closed.size > 0 || leftOut.length > 0,
    isFull: () =>
      closed.size >= partLimits.days * (dialect.kind === 'food' ? 1 : 20) ||
      rows >= partLimits.rows ||
      leftOut.length >= partLimits.leftOut,
    finish(last: number): FoundPart {
      const days = [...closed].map(([date, { foods, isWhole }]) => ({
        date,
        foods,
        isCovered: isWhole && date > firstDate && date < lastDate,
        next: findNext(date),
      }));
      const values = [...closed.values()].flatMap((day) => day.values);
      const covered = findCovered([...closed.keys()], dates);
      const tableDays = { first: firstDate, last: lastDate };
      const found = { service, tableDays, values, covered, leftOut, changes };
      return { first, last, found: { ...found, outcome: 'rows', days } };
    },
  };
}

/** Returns the days that a part covers, if those of the table between its days are all in it. */
function findCovered(
  days: readonly string[],
  dates: readonly string[],
): DayRange | undefined {
  const sorted = days.toSorted();
  const from = findIndex(dates, sorted.at(0) ?? '');
  const to = findIndex(dates, sorted.at(-1) ?? '');
  if (to - from + 1 !== days.length) return undefined;
  const first = dates[Math.max(from, 1)];
  const last = dates[Math.min(to + 1, dates.length - 1)];
  if (first === undefined || last === undefined) return undefined;
  return first < last ? { first, last: addDays(last, -1) } : undefined;
}

/** Returns the place of a date in sorted ones, or that of the first later one. */
function findIndex(dates: readonly string[], date: string): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] ?? '') < date) low = middle + 1;
    else high = middle;
  }
  return low;
}
