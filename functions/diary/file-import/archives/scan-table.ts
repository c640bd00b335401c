import { cleanText } from '#shared/contract/clean-text.ts';
import type { ReadProblem } from '../formats/decoded-file.ts';
import { type DecimalSign, tellSign } from '../tables/cells.ts';
import {
  type DayOrder,
  isAmbiguousDay,
  readDay,
  readDayText,
  tellOrder,
} from '../tables/days.ts';
import { ownService, type Role } from '../tables/dialects.data.ts';
import {
  type Column,
  recognizeTable,
  type ScannedTable,
} from '../tables/recognize-table.ts';
import { createRowReader, type TableRow } from '../tables/row-reader.ts';
import type { QuestionId, TableAnswers } from '../tables/table-questions.ts';
import { createTableDecoder } from '../tables/table-text.ts';
import { type Pieces, readStart } from './pieces.ts';

/** Names of files that can be tables. */
export const tableName = /\.(?:csv|tsv|txt)$/i;

/** Reads a table from its start, as often as it is called. */
export type ReadTable = () => Pieces;

/** The rows whose numbers tell the decimal sign. */
const maxSignRows = 20_000;

/** Bounds of what is in memory. */
const maxDates = 100_000;
const maxServiceLength = 100;

const textRoles: ReadonlySet<Role> = new Set<Role>([
  'date',
  'time',
  'meal',
  'name',
  'brand',
  'amount',
  'deleted',
  'metric',
  'unit',
  'end',
  'source',
]);

/** Reads a table once, to know its days and what it leaves open. Returns undefined for others. */
export async function scanTable(
  read: ReadTable,
  name: string,
  given: TableAnswers = {},
): Promise<ScannedTable | undefined> {
  const start = await readStart(read());
  const decoder = createTableDecoder();
  const form = recognizeTable(decoder.write(start) + decoder.end(), name);
  if (!form) return undefined;
  const { dialect, columns } = form;
  const answers = { ...given, ...(dialect.order && { day_order: dialect.order }) };

  // A night counts for the day of waking.
  const findAt = (wanted: Role) => columns.find(({ role }) => role === wanted)?.at;
  const dateAt = findAt('end') ?? findAt('date') ?? 0;
  const sourceAt = columns.find(({ role }) => role === 'source')?.at ?? -1;
  const unitless = columns.filter(({ role, unit }) => unit === '' && role in openUnits);
  const numberAt = columns.flatMap(({ role, at }) => (textRoles.has(role) ? [] : at));
  const signs: Record<DecimalSign, number> = { '.': 0, ',': 0 };
  const rowsByDay = new Map<string, number>();
  let rows = 0;
  let hasTooMany = false;
  let service = '';
  const samples = new Map<Column, string>();
  const reading = readTableRows(read, form.delimiter);
  for (;;) {
    const { done, value } = await reading.next();
    if (done) {
      const problem = value ?? (hasTooMany ? 'too_complex' : undefined);
      const told = toSign(signs) ?? dialect.sign;
      const usual = form.delimiter === ';' ? ',' : '.';
      const days = toDays(rowsByDay, answers);
      const open = [...findOpenDay(rowsByDay, days.day_order), ...findOpenUnits(samples)];
      const questions = open.flatMap((question) =>
        answers[question.id] === undefined ? { ...question, file_name: name } : [],
      );
      return {
        ...form,
        ...days,
        service: service || dialect.service,
        sign: told ?? usual,
        // A number such as 1.050 is not guessed, except in tables of services.
        isSignTold: told !== undefined || dialect.service !== ownService,
        answers: { ...answers, day_order: days.day_order },
        questions,
        rows,
        problem,
      };
    }
    for (const row of value) {
      rows += 1;
      if (rows <= form.headRows) continue;
      const day = readDayText(row[dateAt]?.trim() ?? '');
      if (day === undefined) continue;
      if (rowsByDay.size < maxDates || rowsByDay.has(day)) rowsByDay.set(day, rows);
      else hasTooMany = true;
      if (rows > maxSignRows) continue;
      service ||= cleanText(row[sourceAt] ?? '', maxServiceLength);
      for (const column of unitless) {
        const cell = row[column.at]?.trim() ?? '';
        if (cell !== '' && !samples.has(column)) samples.set(column, cell);
      }
      for (const at of numberAt) {
        const told = tellSign(row[at] ?? '');
        if (told) signs[told] += 1;
      }
    }
  }
}

/** Reads the rows of a table, as many at a time as a piece of the file has. */
export async function* readTableRows(
  read: ReadTable,
  delimiter: string,
): AsyncGenerator<TableRow[], ReadProblem | undefined, undefined> {
  const reader = createRowReader(delimiter);
  const pieces = read();
  const decoder = createTableDecoder();
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) {
      yield [...reader.write(decoder.end()), ...reader.end()];
      return value;
    }
    yield reader.write(decoder.write(value));
  }
}

/** Returns the sign that most numbers tell, if they do. */
function toSign(signs: Record<DecimalSign, number>): DecimalSign | undefined {
  if (signs['.'] === signs[',']) return undefined;
  return signs[','] > signs['.'] ? ',' : '.';
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

/** Returns the question that a date leaves open. */
function findOpenDay(days: ReadonlyMap<string, number>, order: DayOrder | undefined) {
  const example = order ? undefined : [...days.keys()].find(isAmbiguousDay);
  return example === undefined ? [] : [{ id: 'day_order' as const, example }];
}

/** The questions of columns without a unit. */
const openUnits: Readonly<Partial<Record<Role, QuestionId>>> = {
  weight: 'weight_unit',
  lean_mass: 'weight_unit',
  energy: 'energy_unit',
};

/** Returns the questions of values that have no unit, neither in the heading nor in the cell. */
function findOpenUnits(samples: ReadonlyMap<Column, string>) {
  const open = new Map<QuestionId, string>();
  for (const [{ role }, cell] of samples) {
    const { [role]: id } = openUnits;
    if (id && !/[a-z]/i.test(cell)) open.set(id, cell);
  }
  return [...open].map(([id, example]) => ({ id, example }));
}
