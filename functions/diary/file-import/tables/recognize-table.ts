import type { ReadProblem } from '../formats/decoded-file.ts';
import { type DecimalSign, readBareHeading, readHeading } from './cells.ts';
import { type Dialect, dialects, type Role } from './dialects.data.ts';
import { createRowReader, type TableRow } from './row-reader.ts';
import type { OpenQuestion, TableAnswers } from './table-questions.ts';

/** A column whose values are read. */
export interface Column {
  role: Role;
  /** The place in a row. */
  at: number;
  /** The unit as the table or its service says it, or empty. */
  unit: string;
}

/** What a table is. */
export interface TableForm {
  dialect: Dialect;
  delimiter: string;
  columns: readonly Column[];
  headings: TableRow;
  /** The rows up to the headings, these included. */
  headRows: number;
}

/** What is known of a table before its rows are read. */
export interface ScannedTable extends TableForm {
  /** Where its values come from: the service, or what a table in our own form says. */
  service: string;
  /** The time zone of times without an offset from UTC. */
  zone: string;
  sign: DecimalSign;
  /** Whether the numbers or the service tell the sign. If not, it is the usual one. */
  isSignTold: boolean;
  answers: TableAnswers;
  /** What it leaves open, and nobody has answered. */
  questions: readonly OpenQuestion[];
  /** The keys of the meals of its rows, if it has a column for meals and not too many of them. */
  meals?: ReadonlySet<string> | undefined;
  /** The last row of each of its days. */
  lastRows: ReadonlyMap<string, number>;
  /** Its days in their order. */
  dates: readonly string[];
  rows: number;
  /** Why it cannot be read to its end. */
  problem?: ReadProblem | undefined;
}

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

/** Returns whether what a column has are numbers. */
export function hasNumbers(role: Role | undefined): boolean {
  return role !== undefined && !textRoles.has(role);
}

const delimiters = [',', ';', '\t', '|'];

/** The rows that can have the headings: some services write their version and units before. */
const maxHeadRows = 10;

const maxHeadLength = 32 * 1024;

/** Finds the service and the columns of a table from its start. Returns undefined for others. */
export function recognizeTable(start: string, name: string): TableForm | undefined {
  const text = start.slice(0, maxHeadLength);
  const heads = delimiters.flatMap((delimiter) => {
    const reader = createRowReader(delimiter);
    const rows = [...reader.write(text), ...reader.end()].slice(0, maxHeadRows);
    return rows.map((row, index) => ({ delimiter, row, before: rows.slice(0, index) }));
  });
  for (const { delimiter, row, before } of heads) {
    const headings = row.map(readHeading);
    const words = new Set(headings.map(({ word }) => word));
    const bare = new Set(row.map((text) => readBareHeading(text)?.word));
    const dialect = dialects.find(({ needs, needsOneOf, excludes, file, columns }) => {
      const has = (word: string) =>
        words.has(word) || (bare.has(word) && hasNumbers(columns[word]));
      return (
        needs.every(has) &&
        (needsOneOf?.some(has) ?? true) &&
        !excludes?.some((word) => words.has(word)) &&
        (file?.test(name) ?? true)
      );
    });
    if (!dialect) continue;
    const columns = findColumns(row, dialect, findStatedUnit(before));
    if (dialect.hasDayLines) columns.push({ role: 'date', at: row.length, unit: '' });
    const headRows = before.length + 1;
    return { dialect, delimiter, columns, headings: row, headRows };
  }
  return undefined;
}

/** Returns the unit of weights that a line before the headings states, as in `#Units:kg`. */
function findStatedUnit(before: readonly TableRow[]): string {
  const [, unit = ''] =
    before
      .map(([first = '']) => /^#units:\s*(\w+)/i.exec(first))
      .find((found) => found) ?? [];
  return unit.toLowerCase();
}

function findColumns(
  row: TableRow,
  { columns, units = {} }: Dialect,
  statedUnit: string,
): Column[] {
  const findRole = (word: string) =>
    Object.hasOwn(columns, word) ? columns[word] : undefined;
  const found = row.flatMap((text, at): Column[] => {
    const bare = readBareHeading(text);
    const isBare = bare !== undefined && hasNumbers(findRole(bare.word));
    const whole = readHeading(text);
    const { word, unit } = isBare && !findRole(whole.word) ? bare : whole;
    const role = findRole(word);
    if (!role) return [];
    const ofService = role === 'weight' ? statedUnit : '';
    return [{ role, at, unit: unit || ofService || units[role] || toEnergyUnit(word) }];
  });
  // Of two columns with the same, e.g. energy in two units, the first is read.
  return found.filter(
    ({ role }, index) => found.findIndex((each) => each.role === role) === index,
  );
}

/** Returns the unit that the heading of energy is. */
function toEnergyUnit(word: string): string {
  if (word === 'kj') return 'kj';
  return word === 'calories' || word === 'kcal' ? 'kcal' : '';
}
