import type { DayRange } from '#functions/diary/entry/dates.ts';
import type { Diary } from '#functions/diary/entry/day-item.ts';
import { canBeNamed } from '#functions/diary/entry/visibility.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import type { PrefixRange, SpanRange } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { measurementKeys } from './measurement.keys.ts';
import { type MonthItem, maxWriteTries, pause, toMonthKey } from './measurement.store.ts';
import {
  type MeasuredValue,
  type MeasurementOrigin,
  type MeasurementPlace,
  type PlacedMeasurement,
  toOriginKey,
} from './measurement.ts';
import {
  editValues,
  findValue,
  isSamePlace,
  type MeasurementMonth,
  markDeleted,
  type TypedMonth,
  toTypedMonth,
} from './measurement-month.ts';
import type { MeasurementType } from './measurement-types.ts';

/** A value to delete, and by whom: the person may delete any, an origin its own. */
export interface MeasurementDeletion {
  place: MeasurementPlace;
  by: MeasurementOrigin;
  mayDeleteAny: boolean;
  now: Date;
}

/**
 * Deletes a value that the caller may see. If the person deletes it, its origin cannot bring it
 * back. Returns whether there was one that may be deleted.
 */
export async function deleteOne(
  diary: Diary<'get' | 'put'>,
  { place, by, mayDeleteAny, now }: MeasurementDeletion,
): Promise<boolean> {
  const isOrigin = toOriginKey(by) === place.origin;
  if (!isOrigin && !mayDeleteAny) return false;
  const { table, user_id, hidden_types } = diary;
  const item = await table.get<MonthItem>(toMonthKey(user_id, place));
  const seconds = Math.floor(now.getTime() / 1000);
  const count = await editMonth(table, item, (month, current) => {
    const value = findValue(current, place);
    if (!value || !canBeNamed(value.source, hidden_types)) return undefined;
    const isDeleted = (each: PlacedMeasurement) => isSamePlace(each, place);
    const left = editValues(month, current, keepUnless(isDeleted));
    return left && !isOrigin ? markDeleted(left, place, seconds) : left;
  });
  return count > 0;
}

/**
 * Deletes all values that a rule selects, e.g. those of a connection. It reads all months, those of
 * a type if one is named, and can be interrupted and repeated. The marks of what the person has
 * deleted stay. No consent is needed to delete. Returns how many it has deleted.
 */
export function deleteWhere(
  table: Table<'query' | 'put'>,
  user_id: string,
  isDeleted: (value: PlacedMeasurement) => boolean,
  type?: MeasurementType,
): Promise<number> {
  return editEach(table, toPrefix(user_id, type), keepUnless(isDeleted));
}

/** An import of files, with the days of its values by type if it has any. */
interface MeasuringImport {
  id: string;
  measured_days?: Readonly<Partial<Record<MeasurementType, DayRange>>>;
}

/**
 * Deletes the values that only this import of files has brought. It reads the months that it has
 * noted, and can be repeated.
 */
export async function undoImport(
  table: Table<'query' | 'put'>,
  user_id: string,
  { id: import_id, measured_days = {} }: MeasuringImport,
): Promise<void> {
  for (const [type, days] of Object.entries(measured_days))
    await editEach(table, toSpan(user_id, type, days), ({ measured }) => {
      if (!measured.imports?.includes(import_id)) return measured;
      const imports = measured.imports.filter((id) => id !== import_id);
      return imports.length > 0 ? { ...measured, imports } : undefined;
    });
}

function toPrefix(user_id: string, type?: MeasurementType): PrefixRange {
  const { pk, sk } = measurementKeys.measurements(user_id, type ? `${type}#` : '');
  return { pk, prefix: sk };
}

/** Returns the range of the months of a type that have some days. */
function toSpan(user_id: string, type: string, { first, last }: DayRange): SpanRange {
  const toKey = (date: string) =>
    measurementKeys.measurements(user_id, `${type}#${date.slice(0, 'yyyy-mm'.length)}`);
  const { pk, sk } = toKey(first);
  return { pk, from: sk, to: toKey(last).sk };
}

type Edit = (value: PlacedMeasurement) => MeasuredValue | undefined;

function keepUnless(isDeleted: (value: PlacedMeasurement) => boolean): Edit {
  return (value) => (isDeleted(value) ? undefined : value.measured);
}

async function editEach(
  table: Table<'query' | 'put'>,
  range: PrefixRange | SpanRange,
  edit: Edit,
): Promise<number> {
  let count = 0;
  for await (const items of table.queryPages<MonthItem>(range))
    for (const item of items)
      count += await editMonth(table, item, (month, current) =>
        editValues(month, current, edit),
      );
  return count;
}

/**
 * Writes a month as `edit` returns it, also if others change it meanwhile. Returns how many values
 * are gone.
 */
async function editMonth(
  table: Table<'put'>,
  item: MonthItem | undefined,
  edit: (month: TypedMonth, current: MeasurementMonth) => MeasurementMonth | undefined,
): Promise<number> {
  let current = item;
  for (let tries = 0; tries < maxWriteTries; tries += 1) {
    if (tries > 0) await pause(tries);
    const edited = current && edit(toTypedMonth(current), current);
    if (!current || !edited) return 0;
    const { pk, sk, values } = current;
    const condition = unchangedSince(current);
    const result = await table.put<MonthItem>({ pk, sk, ...edited }, condition);
    if (result.done)
      return Object.keys(values).length - Object.keys(edited.values).length;
    current = result.existing;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}
