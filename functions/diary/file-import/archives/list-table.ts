import type { DayRange } from '#functions/diary/entry/dates.ts';
import type { ImportedDay } from '#functions/diary/food-import/plan-food-day.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import { type ReadProblem, skipped, unreadable } from '../formats/decoded-file.ts';
import { type ChangeCounts, createChangeCounter } from '../formats/file-changes.ts';
import { placeValues } from '../tables/day-values.ts';
import { readFood } from '../tables/food-rows.ts';
import { readValues } from '../tables/measurement-rows.ts';
import type { ScannedTable } from '../tables/recognize-table.ts';
import type { TableRow } from '../tables/row-reader.ts';
import type { TableKind } from '../tables/table-questions.ts';
import {
  addLeftOut,
  isBlankRow,
  type LeftOutRows,
  type RowReason,
  readRowDay,
} from '../tables/table-row.ts';
import type { FoundFiles } from './list-archive.ts';
import {
  type ReadTable,
  readTableRows,
  scanTable,
  type TableContext,
} from './scan-table.ts';
import { listTables } from './table-sections.ts';

/** The whole days of a part of a table, of which an import stores one after the other. */
export interface FoundRows {
  outcome: 'rows';
  kind: TableKind;
  /** The name of the table, with the folders of its archive. */
  table_name: string;
  service: string;
  /** The keys of the meals of the table, if it names them. */
  meals: ReadonlySet<string> | undefined;
  /** The first and the last day of the table. */
  tableDays: DayRange;
  days: readonly ImportedDay[];
  values: readonly SentMeasurement[];
  /** The days of which the values replace what the service has brought before. */
  covered: ReadonlySet<string>;
  leftOut: readonly LeftOutRows[];
  changes: ChangeCounts;
}

/** The most of a part. What is left out has a place in the line of the part. */
const partLimits = { days: 50, rows: 2500, leftOut: 50 };

/** The most rows that wait for the others of their days, which are in memory. */
const maxWaiting = 20_000;

/** Lists the tables of a file, or nothing if it has none that is known. */
export async function* listSpreadsheets(
  read: ReadTable,
  name: string,
  context: TableContext,
): FoundFiles {
  for await (const each of listTables(read, name)) {
    const table = await scanTable(each.read, each.name, context);
    if (table) yield* listTable(each.read, each.name, table);
  }
}

/**
 * Lists a table as if each part of it were a file, so that an import can go on in the middle. Each
 * day is in one part. Parts are always the same.
 */
async function* listTable(
  read: ReadTable,
  name: string,
  table: ScannedTable,
): FoundFiles {
  let previous: FoundPart | undefined;
  let parts = 0;
  const toFile = ({ first, last, found }: FoundPart) => ({
    name: parts > 1 ? `${name}: ${first}–${last}` : name,
    decode: () => ({ decoded: { ...found, table_name: name }, digest: '' }),
  });
  const reading = listParts(read, table);
  for (;;) {
    const { done, value } = await reading.next();
    if (!done) parts += 1;
    if (previous) yield toFile(previous);
    if (!done) {
      previous = value;
      continue;
    }
    const problem = value ?? table.problem;
    const noRows = parts === 0 ? skipped('only_headings') : undefined;
    const decoded = problem ? unreadable(problem) : noRows;
    if (decoded) yield { name, decode: () => ({ decoded, digest: '' }) };
    return;
  }
}

interface FoundPart {
  first: number;
  last: number;
  found: Omit<FoundRows, 'table_name'>;
}

/** A day whose rows are being read. */
interface OpenDay {
  rows: number;
  foods: ImportedDay['foods'][number][];
  values: SentMeasurement[];
  /** Whether each of its rows was taken. */
  isWhole: boolean;
}

async function* listParts(
  read: ReadTable,
  table: ScannedTable,
): AsyncGenerator<FoundPart, ReadProblem | undefined, undefined> {
  const open = new Map<string, OpenDay>();
  let waiting = 0;
  let part = openPart(table, table.headRows + 1);
  let number = 0;
  let previous: string | undefined;
  let isDoubtful = false;
  const reading = readTableRows(read, table);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) {
      if (part.hasAny()) yield part.finish(number);
      return value;
    }
    for (const row of value) {
      number += 1;
      if (number <= table.headRows || isBlankRow(row)) continue;
      const date = readRowDay(table, row);
      if (part.isFull(date === undefined)) {
        yield part.finish(number - 1);
        part = openPart(table, number);
      }
      // A row without a date that can be read may be of the day before it, or of the next one.
      if (date === undefined) {
        part.leaveOut(number, row.isTooLong ? 'too_long' : 'no_date');
        const day = open.get(previous ?? '') ?? part.find(previous ?? '');
        if (day) day.isWhole = false;
      } else {
        const day = open.get(date) ?? { rows: 0, foods: [], values: [], isWhole: true };
        if (isDoubtful) day.isWhole = false;
        previous = date;
        open.set(date, day);
        day.rows += 1;
        waiting += 1;
        addRow(table, { row, number, date }, day, part);
        if (table.lastRows.get(date) === number) {
          open.delete(date);
          waiting -= day.rows;
          part.close(date, day);
        }
        if (waiting > maxWaiting) return 'not_sorted';
      }
      isDoubtful = date === undefined;
    }
  }
}

/** Why a row is not taken that says nothing about what it was before. */
const settled: ReadonlySet<RowReason> = new Set(['marked_deleted', 'exercise']);

interface NumberedRow {
  row: TableRow;
  number: number;
  date: string;
}

function addRow(
  table: ScannedTable,
  { row, number, date }: NumberedRow,
  day: OpenDay,
  part: ReturnType<typeof openPart>,
): void {
  if (row.isTooLong) {
    part.leaveOut(number, 'too_long');
    day.isWhole = false;
    return;
  }
  if (table.dialect.kind === 'measurements') {
    const { values, problems } = readValues(table, row);
    day.values.push(...values);
    const [problem] = problems;
    if (problem && !settled.has(problem)) day.isWhole = false;
    if (values.length > 0) part.note('values_implausible', problems.length);
    else if (problem) part.leaveOut(number, problem);
    return;
  }
  const entry = readFood(table, row, date, part.note);
  if (typeof entry === 'object') day.foods.push({ row: number, entry });
  else {
    part.leaveOut(number, entry);
    // A row that is not taken does not say that what it was before is gone.
    if (!settled.has(entry)) day.isWhole = false;
  }
}

/** Starts a part of a table. */
function openPart({ service, meals, dates, dialect }: ScannedTable, first: number) {
  const tableDays = { first: dates.at(0) ?? '', last: dates.at(-1) ?? '' };
  const { kind } = dialect;
  const isFood = kind === 'food';
  const { note, changes } = createChangeCounter();
  const closed = new Map<string, OpenDay>();
  const leftOut: LeftOutRows[] = [];
  let rows = 0;
  return {
    note,
    leaveOut: (row: number, reason: RowReason) => addLeftOut(leftOut, row, reason),
    /** Adds a day of which all rows were read. */
    close(date: string, day: OpenDay): void {
      closed.set(date, day);
      rows += day.foods.length + day.values.length;
    },
    find: (date: string) => closed.get(date),
    hasAny: () => closed.size > 0 || leftOut.length > 0,
    /** Returns whether the next row is of another part. One without a date is as those before. */
    isFull: (isUndated: boolean) =>
      leftOut.length >= partLimits.leftOut * (isUndated ? 2 : 1) ||
      (!isUndated &&
        (closed.size >= partLimits.days * (isFood ? 1 : 20) || rows >= partLimits.rows)),
    finish(last: number): FoundPart {
      const all = [...closed];
      const covered = new Set(
        all.flatMap(([date, day]) => (isCovered(date, day, tableDays) ? date : [])),
      );
      const days = all.map(([date, { foods }]) => ({
        date,
        foods,
        isCovered: covered.has(date),
      }));
      const placed = all.map(([, day]) => placeValues(day.values));
      const values = placed.flatMap((day) => day.values);
      note(
        'values_left_out',
        placed.reduce((sum, day) => sum + day.leftOut, 0),
      );
      const ofTable = { kind, service, meals, tableDays };
      const found = { ...ofTable, values, covered, leftOut, changes };
      return {
        first,
        last,
        found: { ...found, outcome: 'rows', days: isFood ? days : [] },
      };
    },
  };
}

/**
 * Returns whether a table has all of a day. It may begin or end within its first and its last one,
 * and of a day with a row that was not taken, or without any, it does not say that nothing is left.
 */
function isCovered(
  date: string,
  { foods, values, isWhole }: OpenDay,
  { first, last }: DayRange,
): boolean {
  const hasAny = foods.length > 0 || values.length > 0;
  return hasAny && isWhole && date > first && date < last;
}
