import { isDiaryDate } from '#functions/diary/entry/dates.ts';
import { formatIn } from '#functions/diary/workout-import/utc-offset.ts';
import { isAmbiguousNumber, readQuantity } from './cells.ts';
import { type ReadTime, readClock, readDay } from './days.ts';
import type { Role } from './dialects.data.ts';
import type { ScannedTable } from './recognize-table.ts';
import type { TableRow } from './row-reader.ts';

/**
 * Why a row is not taken:
 * - `no_date`: it has no date that can be read, e.g. that of a sum
 * - `no_values`: it has nothing that is kept here
 * - `too_long`: it is longer than rows of services are
 * - `implausible`: a value is not plausible, or cannot be read
 * - `unknown_metric`: a measurement that is not kept here
 * - `unknown_unit`: a unit that is not known, or none
 * - `unknown_sign`: nothing in the table tells whether a number such as 1.050 has decimals
 * - `marked_deleted`: its service has marked it as deleted
 * - `exercise`: its energy was burned, in a table of food
 * - `day_full`: its day has as many entries as allowed
 * - `edited`: the person has changed its entry, which stays
 * - `deleted`: the person has deleted its entry
 */
export type RowReason =
  | 'no_date'
  | 'no_values'
  | 'too_long'
  | 'implausible'
  | 'unknown_metric'
  | 'unknown_unit'
  | 'unknown_sign'
  | 'marked_deleted'
  | 'exercise'
  | 'day_full'
  | 'edited'
  | 'deleted';

/** The day of a row, and the time if it has one. */
export interface RowMoment {
  date: string;
  time: ReadTime | undefined;
}

/** Texts for a value that is not there. */
const blanks: ReadonlySet<string> = new Set(['', '-', '--', 'n/a', 'null']);

/** Returns the text of a column of a row, which is empty if there is none. */
export function getText(
  { columns }: Pick<ScannedTable, 'columns'>,
  row: TableRow,
  role: Role,
): string {
  const column = columns.find((each) => each.role === role);
  const text = column ? (row[column.at]?.trim() ?? '') : '';
  return blanks.has(text.toLowerCase()) ? '' : text;
}

/** Returns whether a row has no text at all. */
export function isBlankRow(row: TableRow): boolean {
  return row.every((cell) => cell.trim() === '');
}

/** Reads the day and the time of a row, or those of its end. */
export function readRowMoment(
  table: ScannedTable,
  row: TableRow,
  role: 'date' | 'end' = 'date',
): RowMoment | undefined {
  const text = toPlaceText(getText(table, row, role), table.zone);
  const day = readDay(text, table.answers.day_order);
  if (!day) return undefined;
  const time = (role === 'date' && getText(table, row, 'time')) || day.rest;
  return { date: day.date, time: readClock(time) };
}

/** Returns the text with the day that a row counts for: that of waking for a night. */
export function getDayText(
  table: Pick<ScannedTable, 'columns' | 'zone'>,
  row: TableRow,
): string {
  const role = table.columns.some((column) => column.role === 'end') ? 'end' : 'date';
  return toPlaceText(getText(table, row, role), table.zone);
}

/** Reads the day that a row counts for. */
export function readRowDay(table: ScannedTable, row: TableRow): string | undefined {
  return readDay(getDayText(table, row), table.answers.day_order)?.date;
}

/** A time as programs write it that know no place. Of days, some write midnight. */
const inUtc =
  /^\d{4}-\d\d-\d\d[T ](?!00:00(?::00(?:\.0+)?)?Z)\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

/** Returns a time in UTC as one at the place, whose day can be another one. */
function toPlaceText(text: string, zone: string): string {
  if (!inUtc.test(text) || !isDiaryDate(text.slice(0, 10))) return text;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : formatIn(ms, zone);
}

/** Returns whether the service has marked a row as deleted. */
export function isMarkedDeleted(table: ScannedTable, row: TableRow): boolean {
  return /^(?:true|yes|1)$/i.test(getText(table, row, 'deleted'));
}

/** A number of a row with its unit, or why there is none. */
export type ReadNumber =
  | { value: number; unit: string }
  | 'blank'
  | 'implausible'
  | 'unknown_sign';

/** Reads a number, in the unit that stands beside it, or that of its column. */
export function readCell(
  { sign, isSignTold, dialect }: ScannedTable,
  text: string,
  unit: string,
): ReadNumber {
  const cell = text.trim();
  if (blanks.has(cell.toLowerCase())) return 'blank';
  if (!isSignTold && isAmbiguousNumber(cell)) return 'unknown_sign';
  const read = readQuantity(cell, sign);
  if (!read) return 'implausible';
  if (dialect.hasZeros && read.value === 0) return 'blank';
  return { value: read.value, unit: read.unit || unit };
}

/** Consecutive rows of a table that are not taken, counted from 1, and why. */
export interface LeftOutRows {
  first: number;
  last: number;
  reason: RowReason;
}

/** Adds a row to those that are not taken. */
export function addLeftOut(leftOut: LeftOutRows[], row: number, reason: RowReason): void {
  const last = leftOut.at(-1);
  if (last?.reason === reason && last.last === row - 1) last.last = row;
  else leftOut.push({ first: row, last: row, reason });
}
