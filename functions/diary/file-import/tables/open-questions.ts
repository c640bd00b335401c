import { cleanText } from '#shared/contract/clean-text.ts';
import { isAmbiguousNumber } from './cells.ts';
import { isAmbiguousDay } from './days.ts';
import { readType } from './measurement-rows.ts';
import type { Column, TableForm } from './recognize-table.ts';
import type { TableRow } from './row-reader.ts';
import {
  findUnitQuestion,
  type OpenQuestion,
  type QuestionKind,
} from './table-questions.ts';
import { getText } from './table-row.ts';

/** Bounds of an example, which is stored with the import. */
const maxCells = 8;
const maxCellLength = 60;

/** A number that is not zero, without a unit. */
const bareNumber = /^[+-]?(?=.*[1-9])[\d.,'\s]*\d[.,]?$/;

/** Collects what the rows of a table leave open, each with the first row that does. */
export function collectOpen(form: TableForm, numbers: readonly Column[]) {
  const found = new Map<
    QuestionKind,
    Omit<OpenQuestion, 'headings' | 'file_name' | 'tables'>
  >();
  const isTyped = form.columns.some(({ role }) => role === 'metric');
  const units = numbers.flatMap(({ role, unit, at }) => {
    const kind = unit === '' ? findUnitQuestion(role) : undefined;
    return kind ? { kind, at } : [];
  });
  const add = (kind: QuestionKind, cell: string, row: TableRow, number: number) => {
    const example = cleanText(cell, maxCellLength);
    const cells = listCells(form, row);
    found.set(kind, { kind, table: form.dialect.kind, example, row: number, cells });
  };

  const addUnit = (
    kind: QuestionKind | undefined,
    text: string | undefined,
    row: TableRow,
    number: number,
  ) => {
    const cell = text?.trim() ?? '';
    if (kind && !found.has(kind) && bareNumber.test(cell)) add(kind, cell, row, number);
  };

  return {
    /** Notes a row whose text of a date no row before it has. */
    noteDay(text: string, row: TableRow, number: number): void {
      if (!found.has('day_order') && isAmbiguousDay(text))
        add('day_order', text, row, number);
    },
    noteNumbers(row: TableRow, number: number): void {
      for (const { kind, at } of units) addUnit(kind, row[at], row, number);
      if (isTyped)
        addUnit(findTypedUnit(form, row), getText(form, row, 'value'), row, number);
      if (found.has('decimal_sign')) return;
      const cells = numbers.map(({ at }) => row[at]?.trim() ?? '');
      const cell = cells.find(isAmbiguousNumber);
      if (cell) add('decimal_sign', cell, row, number);
    },
    /** Lists what the table does not tell, and nobody has answered. */
    list(told: Readonly<Partial<Record<QuestionKind, unknown>>>) {
      return [...found.values()].filter(({ kind }) => told[kind] === undefined);
    },
  };
}

/** Returns what is asked about the value of a row that names a measurement, and no unit. */
function findTypedUnit(form: TableForm, row: TableRow): QuestionKind | undefined {
  const type = getText(form, row, 'unit') === '' ? readType(form, row) : undefined;
  return type && findUnitQuestion(type);
}

/** Returns what a row has in the columns that are read, with their headings. */
function listCells({ columns, headings }: TableForm, row: TableRow) {
  const cells = columns.map(({ at }) => ({
    heading: cleanText(headings[at] ?? '', maxCellLength),
    value: cleanText(row[at] ?? '', maxCellLength),
  }));
  return cells.filter(({ value }) => value !== '').slice(0, maxCells);
}
