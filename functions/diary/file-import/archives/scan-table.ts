import { toMealKey } from '#functions/diary/entry/meal-key.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import type { ReadProblem } from '../formats/decoded-file.ts';
import { type DecimalSign, tellSign } from '../tables/cells.ts';
import { readDay, readDayText, tellOrder } from '../tables/days.ts';
import { ownService, type Role } from '../tables/dialects.data.ts';
import { readMeal } from '../tables/food-rows.ts';
import { collectOpen } from '../tables/open-questions.ts';
import {
  hasNumbers,
  recognizeTable,
  type ScannedTable,
  type TableForm,
} from '../tables/recognize-table.ts';
import { createRowReader, type TableRow } from '../tables/row-reader.ts';
import {
  getTableAnswers,
  type TableAnswer,
  type TableAnswers,
} from '../tables/table-questions.ts';
import { getDayText, isBlankRow } from '../tables/table-row.ts';
import { createTableDecoder } from '../tables/table-text.ts';
import { type Pieces, readStart } from './pieces.ts';

/** Names of files that can be tables. */
export const tableName = /\.(?:csv|tsv|txt)$/i;

/** What tables are read with. */
export interface TableContext {
  /** The time zone of times without an offset. */
  zone: string;
  /** What was answered about what tables leave open. */
  answers: readonly TableAnswer[];
}

/** Reads a table from its start, as often as it is called. */
export type ReadTable = () => Pieces;

/** The rows whose numbers tell the decimal sign. Further ones count only if these do not. */
const maxSignRows = 20_000;

/** Bounds of what is in memory. */
const maxDates = 100_000;
const maxMeals = 1000;
const maxServiceLength = 100;
const maxNameLength = 255;

/** Reads a table once, to know its days and what it leaves open. Returns undefined for others. */
export async function scanTable(
  read: ReadTable,
  name: string,
  { zone, answers: given }: TableContext,
): Promise<ScannedTable | undefined> {
  const start = await readStart(read());
  const decoder = createTableDecoder();
  const form = recognizeTable(decoder.write(start) + decoder.end(), name);
  if (!form) return undefined;
  const { dialect, columns } = form;
  const headings = toDigest(JSON.stringify(form.headings));
  const answered = getTableAnswers(given, headings);
  const answers = { ...answered, ...(dialect.order && { day_order: dialect.order }) };

  const findAt = (wanted: Role) => columns.find(({ role }) => role === wanted)?.at;
  const sourceAt = findAt('source') ?? -1;
  const numbers = columns.filter(({ role }) => hasNumbers(role));
  const signs: Record<DecimalSign, number> = { '.': 0, ',': 0 };
  const hasMeals = findAt('meal') !== undefined;
  const meals = new Set<string>();
  const rowsByDay = new Map<string, number>();
  let rows = 0;
  let hasTooMany = false;
  let service = '';
  const open = collectOpen(form, numbers);
  const reading = readTableRows(read, form);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) {
      const problem = value ?? (hasTooMany ? 'too_complex' : undefined);
      const told = toSign(signs) ?? dialect.sign ?? toAnsweredSign(answers);
      const usual = form.delimiter === ';' ? ',' : '.';
      const days = toDays(rowsByDay, answers);
      // A number such as 1.050 is not guessed, except in tables of services.
      const isSignTold = told !== undefined || dialect.service !== ownService;
      const { day_order } = days;
      const decimal_sign = isSignTold || undefined;
      const questions = open.list({ ...answers, day_order, decimal_sign });
      return {
        ...form,
        ...days,
        meals: hasMeals && meals.size <= maxMeals ? meals : undefined,
        service: service || dialect.service,
        zone,
        sign: told ?? usual,
        isSignTold,
        answers: { ...answers, day_order },
        questions: questions.map((question) => ({
          ...question,
          headings,
          file_name: cleanText(name, maxNameLength),
          tables: 1,
        })),
        rows,
        problem,
      };
    }
    for (const row of value) {
      rows += 1;
      if (rows <= form.headRows) continue;
      const day = readDayText(getDayText({ columns, zone }, row));
      if (day === undefined) continue;
      if (!rowsByDay.has(day)) open.noteDay(day, row, rows);
      if (rowsByDay.size < maxDates || rowsByDay.has(day)) rowsByDay.set(day, rows);
      else hasTooMany = true;
      open.noteNumbers(row, rows);
      if (hasMeals && meals.size <= maxMeals) meals.add(toMealKey(readMeal(form, row)));
      if (rows > maxSignRows && toSign(signs)) continue;
      service ||= cleanText(row[sourceAt] ?? '', maxServiceLength);
      for (const { at } of numbers) {
        const told = tellSign(row[at] ?? '');
        if (told) signs[told] += 1;
      }
    }
  }
}

/** Reads the rows of a table, as many at a time as a piece of the file has. */
export async function* readTableRows(
  read: ReadTable,
  { delimiter, dialect, headings }: Pick<TableForm, 'delimiter' | 'dialect' | 'headings'>,
): AsyncGenerator<TableRow[], ReadProblem | undefined, undefined> {
  const reader = createRowReader(delimiter);
  const pieces = read();
  const decoder = createTableDecoder();
  const place = dialect.hasDayLines ? createDayPlacer(headings.length) : undefined;
  const toRows = (rows: TableRow[]) => (place ? rows.map(place) : rows);
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) {
      yield toRows([...reader.write(decoder.end()), ...reader.end()]);
      return value;
    }
    yield toRows(reader.write(decoder.write(value)));
  }
}

/** Starts to give rows the day of the line before them as a further value. */
function createDayPlacer(width: number) {
  let day = '';
  return (row: TableRow): TableRow => {
    if (isBlankRow(row)) return row;
    const [first = '', ...others] = row;
    if (!row.isTooLong && isBlankRow(others) && readDayText(first.trim())) {
      day = first;
      return [];
    }
    const values = Array.from({ length: width }, (_, at) => row[at] ?? '');
    return Object.assign([...values, day], { isTooLong: row.isTooLong ?? false });
  };
}

/** Returns the sign that most numbers tell, if they do. */
function toSign(signs: Record<DecimalSign, number>): DecimalSign | undefined {
  if (signs['.'] === signs[',']) return undefined;
  return signs[','] > signs['.'] ? ',' : '.';
}

function toAnsweredSign({ decimal_sign }: TableAnswers): DecimalSign | undefined {
  return decimal_sign && (decimal_sign === 'point' ? '.' : ',');
}

/** Returns the days of a table, in the order of day and month that it tells or was answered. */
function toDays(rowsByDay: ReadonlyMap<string, number>, answers: TableAnswers) {
  const told = new Set([...rowsByDay.keys()].map(tellOrder));
  told.delete(undefined);
  const [only] = told;
  const day_order = told.size === 1 ? only : answers.day_order;
  const lastRows = new Map<string, number>();
  for (const [text, row] of rowsByDay) {
    const date = readDay(text, day_order)?.date;
    if (date) lastRows.set(date, Math.max(row, lastRows.get(date) ?? 0));
  }
  return { day_order, lastRows, dates: [...lastRows.keys()].sort() };
}
