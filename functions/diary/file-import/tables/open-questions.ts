import { cleanText } from '#shared/contract/clean-text.ts';
import { isAmbiguousNumber } from './cells.ts';
import { isAmbiguousDay } from './days.ts';
import type { Column, TableForm } from './recognize-table.ts';
import type { TableRow } from './row-reader.ts';
import {
  findUnitQuestion,
  type OpenQuestion,
  type QuestionKind,
} from './table-questions.ts';

/** Bounds of an example, which is stored with the import. */
const maxCells = 8;
const maxCellLength = 60;

/** A number that is not zero, without a unit. */
const bareNumber = /^[+-]?(?=.*[1-9])[\d.,'\s]*\d[.,]?$/;

/** Collects what the rows of a table leave open, each with the first row that does. */
export function collectOpen(form: TableForm, numbers: readonly Column[]) {
  const found = new Map<QuestionKind, Omit<OpenQuestion, 'file_name'>>();
  const units = numbers.flatMap(({ role, unit, at }) => {
    const kind = unit === '' ? findUnitQuestion(role) : undefined;
    return kind ? { kind, at } : [];
  });
  const add = (kind: QuestionKind, cell: string, row: TableRow, number: number) => {
    const example = cleanText(cell, maxCellLength);
    const cells = listCells(form, row);
    found.set(kind, { kind, table: form.dialect.kind, example, row: number, cells });
  };

  return {
    /** Notes a row whose text of a date no row before it has. */
    noteDay(text: string, row: TableRow, number: number): void {
      if (!found.has('day_order') && isAmbiguousDay(text))
        add('day_order', text, row, number);
    },
    noteNumbers(row: TableRow, number: number): void {
      for (const { kind, at } of units) {
        const cell = row[at]?.trim() ?? '';
        if (!found.has(kind) && bareNumber.test(cell)) add(kind, cell, row, number);
      }
      if (found.has('decimal_sign')) return;
      const column = numbers.find(({ at }) => isAmbiguousNumber(row[at]?.trim() ?? ''));
      if (column) add('decimal_sign', row[column.at] ?? '', row, number);
    },
    /** Lists what the table does not tell, and nobody has answered. */
    list(told: Readonly<Partial<Record<QuestionKind, unknown>>>) {
      return [...found.values()].filter(({ kind }) => told[kind] === undefined);
    },
  };
}

/** Returns what a row has in the columns that are read, with their headings. */
function listCells({ columns, headings }: TableForm, row: TableRow) {
  const cells = columns.map(({ at }) => ({
    heading: cleanText(headings[at] ?? '', maxCellLength),
    value: cleanText(row[at] ?? '', maxCellLength),
  }));
  return cells.filter(({ value }) => value !== '').slice(0, maxCells);
}
