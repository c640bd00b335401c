import {
  isTimed,
  type SentMeasurement,
  toSeconds,
} from '#functions/diary/measurement/measurement.ts';
import {
  findUnit,
  type MeasurementType,
  typeNames,
} from '#functions/diary/measurement/measurement-types.ts';
import { keepSent } from '#functions/diary/measurement/value-rules.ts';
import {
  completeOffset,
  formatClockIn,
} from '#functions/diary/workout-import/utc-offset.ts';
import { compact } from '#shared/runtime/compact.ts';
import { foldWord } from './cells.ts';
import { metrics, type Role } from './dialects.data.ts';
import type { ScannedTable } from './recognize-table.ts';
import type { TableRow } from './row-reader.ts';
import { findUnitQuestion, getAnsweredUnit } from './table-questions.ts';
import {
  getText,
  isMarkedDeleted,
  type ReadNumber,
  type RowMoment,
  type RowReason,
  readCell,
  readRowMoment,
} from './table-row.ts';

/** The values of a row, and why others, or all, are not taken. */
export interface ReadRow {
  values: SentMeasurement[];
  problems: RowReason[];
}

/** Reads the values of the body of a row. */
export function readValues(table: ScannedTable, row: TableRow): ReadRow {
  if (isMarkedDeleted(table, row)) return refuse('marked_deleted');
  const moment = readRowMoment(table, row);
  if (!moment) return refuse('no_date');
  const roles = new Set(table.columns.map(({ role }) => role));
  if (roles.has('metric')) return readMetric(table, row, moment);
  if (roles.has('end')) return readSleep(table, row, moment);
  const read: ReadRow = { values: [], problems: [] };
  for (const { role, at, unit } of table.columns) {
    if (!isType(role)) continue;
    const number = readCell(table, row[at] ?? '', unit);
    const diastolic = role === 'blood_pressure' ? getNumber(table, row, 'diastolic') : '';
    add(table, read, { type: role, number, moment, diastolic });
  }
  const fat = getNumber(table, row, 'fat_mass');
  const weight = getNumber(table, row, 'weight');
  if (typeof fat === 'object' && typeof weight === 'object') {
    const number = { value: (fat.value / weight.value) * 100, unit: '%' };
    add(table, read, { type: 'body_fat', number: roundShare(number), moment });
  }
  if (read.values.length === 0 && read.problems.length === 0) return refuse('no_values');
  return read;
}

function refuse(reason: RowReason): ReadRow {
  return { values: [], problems: [reason] };
}

function isType(role: Role): role is MeasurementType {
  return (typeNames as readonly string[]).includes(role);
}

function getNumber(table: ScannedTable, row: TableRow, role: Role): ReadNumber {
  const unit = table.columns.find((column) => column.role === role)?.unit ?? '';
  return readCell(table, getText(table, row, role), unit);
}

function roundShare({ value, unit }: { value: number; unit: string }) {
  return { value: Math.round(value * 100) / 100, unit };
}

/** A value of a row, and when it was measured. */
interface RowValue {
  type: MeasurementType;
  number: ReadNumber;
  moment: RowMoment;
  diastolic?: ReadNumber | '';
}

const noon = { seconds: 43_200, offset: undefined };

function add(
  { answers, zone }: ScannedTable,
  { values, problems }: ReadRow,
  { type, number, moment, diastolic }: RowValue,
): void {
  if (number === 'blank') return;
  if (typeof number === 'string') {
    problems.push(number);
    return;
  }
  const { unit: word } = number;
  const unit = word === '' ? getAnsweredUnit(answers, type) : findUnit(word);
  // Of values that people have in several units, that must be stated.
  if (unit === undefined && (word !== '' || findUnitQuestion(type))) {
    problems.push('unknown_unit');
    return;
  }
  // A weight without a time is as one that a person enters for an earlier day.
  const time = toTime(
    isTimed(type) ? { ...moment, time: moment.time ?? noon } : moment,
    zone,
  );
  const second = typeof diastolic === 'object' ? diastolic.value : undefined;
  const { date } = moment;
  const { value } = number;
  const kept = keepSent({
    type,
    date,
    value,
    ...compact({ unit, time, diastolic: second }),
  });
  const isWhole = type !== 'steps' || Number.isInteger(value);
  if ('problem' in kept || !isWhole) problems.push('implausible');
  // Of several values of a day, the time tells the last.
  else values.push({ ...kept, ...compact({ time }) });
}

/** Returns the type of measurement that a row names. */
export function readType(
  table: Pick<ScannedTable, 'columns'>,
  row: TableRow,
): MeasurementType | undefined {
  // A device stands in parentheses, as in `Weight (Garmin)`.
  const word = foldWord(getText(table, row, 'metric').replace(/\(.*/, ''));
  return Object.hasOwn(metrics, word) ? metrics[word] : undefined;
}

/** Reads a row with the name, the value and the unit of one measurement. */
function readMetric(table: ScannedTable, row: TableRow, moment: RowMoment): ReadRow {
  const type = readType(table, row);
  if (!type) return refuse('unknown_metric');
  const [first = '', second = ''] = getText(table, row, 'value').split('/');
  const unit = getText(table, row, 'unit').toLowerCase();
  const number = readCell(table, first, unit);
  const diastolic = readCell(table, second, unit);
  const read: ReadRow = { values: [], problems: [] };
  add(table, read, { type, number, moment, diastolic });
  return number === 'blank' ? refuse('no_values') : read;
}

function readSleep(table: ScannedTable, row: TableRow, moment: RowMoment): ReadRow {
  const time = toTime(moment, table.zone);
  const endMoment = readRowMoment(table, row, 'end');
  const end = endMoment && toTime(endMoment, table.zone);
  if (!time || !end) return refuse('no_date');
  const [light, deep, rem, awake] = (['light', 'deep', 'rem', 'awake'] as const).map(
    (role) => {
      const number = getNumber(table, row, role);
      return typeof number === 'object' ? number.value : undefined;
    },
  );
  const value = (light ?? 0) + (deep ?? 0) + (rem ?? 0);
  const length = toSeconds(end) - toSeconds(time);
  const isWhole =
    [light, deep, rem, awake].every((seconds = 0) => seconds >= 0) &&
    value + (awake ?? 0) <= length;
  const sleep = { end, ...compact({ light, deep, rem, awake }) };
  const kept = keepSent({ type: 'sleep', time, value, sleep });
  if ('problem' in kept || !isWhole) return refuse('implausible');
  return { values: [kept], problems: [] };
}

/** Returns the time of a row with its offset, or that of the time zone then. */
function toTime({ date, time }: RowMoment, zone: string): string | undefined {
  if (!time) return undefined;
  const local = Date.parse(`${date}T00:00:00Z`) + time.seconds * 1000;
  return time.offset === undefined
    ? formatClockIn(local, zone)
    : new Date(local).toISOString().slice(0, 19) + completeOffset(time.offset);
}
