import { isWithin } from '#functions/diary/entry/dates.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import {
  type MeasuredValue,
  type MeasurementOrigin,
  type SentMeasurement,
  toOriginKey,
  toPlace,
  toSeconds,
} from './measurement.ts';
import {
  type MeasurementMonth,
  monthLimits,
  type TypedMonth,
  toName,
} from './measurement-month.ts';
import type { MeasurementType } from './measurement-types.ts';

/** What became of a value: why it is ignored is one of the limits, or a deletion. */
export type MeasurementOutcome = 'stored' | 'unchanged' | 'ignored';

/** A month after values of one origin, and what became of each value, in their order. */
interface ChangedMonth {
  month: MeasurementMonth;
  outcomes: MeasurementOutcome[];
  /** Whether the month has to be written, e.g. because another import has brought its values. */
  isChanged: boolean;
}

/** Values of one origin, and the import of files that brings them, if one does. */
export interface MeasurementBatch {
  source: MeasurementOrigin;
  sent: readonly SentMeasurement[];
  import_id?: string | undefined;
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks?: readonly TransactionChange<'check'>[];
  /** The days of which all values are sent: the origin no longer has what it does not send. */
  listed?: ListedDays | undefined;
  /**
   * A day, if the origin sends windows that can cut a day or a night: values of days before it do
   * not become smaller, because they were whole.
   */
  wholeBefore?: string | undefined;
}

/** The days of a whole list, and the months with its values. */
export interface ListedDays {
  first: string;
  last: string;
  months: readonly TypedMonth[];
}

/** The most imports that a value names: the latest ones. */
const maxImports = 5;

const emptyMonth: MeasurementMonth = { origins: {}, values: {}, deleted: {} };

/**
 * Adds values of one origin to a month. A value replaces the one at its place, and the one that the
 * origin has given the same id.
 */
export function addValues(
  stored: MeasurementMonth | undefined,
  { source, sent, import_id, listed, wholeBefore }: MeasurementBatch,
): ChangedMonth {
  const origin = toOriginKey(source);
  const { origins, deleted, ...before } = stored ?? emptyMonth;
  const isFull = Object.keys(origins).length >= monthLimits.origins;
  if (isFull && !(origin in origins)) {
    const month = stored ?? emptyMonth;
    return { month, outcomes: sent.map(() => 'ignored'), isChanged: false };
  }
  const isOwn = (name: string) => name.startsWith(`${origin} `);
  const entries = Object.entries(before.values);
  const sentNames = new Set(
    listed && sent.map((value) => toName(toPlace(value, origin))),
  );
  const left = entries.filter(
    ([name, { date }]) =>
      !listed || !isOwn(name) || sentNames.has(name) || !isWithin(listed, date),
  );
  const values = new Map(left);
  const own = left.filter(([name]) => isOwn(name));
  const countsByDay = countBy(own, ([, { date }]) => date);
  const namesById = new Map(own.map(([name, { external_id }]) => [external_id, name]));
  // Counted once something is added: most messages are repeats.
  let bytes: number | undefined;
  // A connection that was made again has the origin of the one before.
  const isMoved = own.length > 0 && sent.length > 0 && !isEqual(origins[origin], source);
  let isChanged = isMoved || left.length < entries.length;

  const add = ({ type, ...measured }: SentMeasurement): MeasurementOutcome => {
    const { date, external_id } = measured;
    const name = toName(toPlace({ type, ...measured }, origin));
    if (name in deleted) return 'ignored';
    const previousName =
      external_id === undefined ? name : (namesById.get(external_id) ?? name);
    const held = values.get(previousName);
    const whole = isTotalOfDay(type) ? wholeBefore : undefined;
    if (held && isSuperseded(held, measured, whole)) return 'unchanged';
    const previous = values.get(name) ?? held;
    const isSame =
      previousName === name &&
      previous &&
      isEqual(omitProvenance(previous), omitProvenance(measured));
    const imports = addImport(isSame ? previous.imports : undefined, import_id);
    const isConfirmed = isSame && isLater(measured, previous);
    // What an interrupted import has stored counts as stored when it is repeated.
    if (isSame && imports === previous.imports && !isConfirmed)
      return imports && imports[0] === import_id ? 'stored' : 'unchanged';
    const added = { ...measured, ...compact({ imports }) };
    const size = countBytes(added) - (previous ? countBytes(previous) : 0);
    const isNewOfDay = previous?.date !== date;
    const dayCount = countsByDay.get(date) ?? 0;
    bytes ??= countBytes(Object.fromEntries(left));
    const isTooMuch =
      (isNewOfDay && dayCount >= monthLimits.dayValues) ||
      bytes + size > monthLimits.bytes;
    if (isTooMuch) return isSame ? 'unchanged' : 'ignored';
    values.delete(previousName);
    values.set(name, added);
    bytes += size;
    isChanged = true;
    if (isNewOfDay) countsByDay.set(date, dayCount + 1);
    if (external_id !== undefined) namesById.set(external_id, name);
    return isSame ? 'unchanged' : 'stored';
  };

  const outcomes = sent.map(add);
  // An origin without values takes no place of another one.
  const { [origin]: _, ...others } = origins;
  const month = {
    origins: [...values.keys()].some(isOwn) ? { ...others, [origin]: source } : others,
    values: Object.fromEntries(values),
    deleted,
  };
  return { month, outcomes, isChanged };
}

/** Returns the imports of a value with one more, or the same list if it has it. */
function addImport(imports: readonly string[] | undefined, import_id?: string) {
  if (import_id === undefined || imports?.includes(import_id)) return imports;
  return [...(imports ?? []), import_id].slice(-maxImports);
}

/** Returns a value without what only tells which imports and which message brought it. */
function omitProvenance(measured: MeasuredValue) {
  return { ...measured, imports: undefined, sequence: undefined };
}

/**
 * Returns whether a later message of the origin has sent the same value again. It gets the number
 * of that one, so that a deletion of before does not delete it.
 */
function isLater(sent: MeasuredValue, stored: MeasuredValue): boolean {
  const isNumbered = sent.external_id !== undefined && sent.sequence !== undefined;
  return isNumbered && (sent.sequence ?? 0) > (stored.sequence ?? 0);
}

/** Returns whether a part of a day has less than the day. */
function isTotalOfDay(type: MeasurementType): boolean {
  return type === 'steps' || type === 'sleep';
}

/**
 * Returns whether a stored value stays: it was sent later by an origin that numbers its messages,
 * it is the last of several of its day, or what is sent is a part of its day.
 */
function isSuperseded(
  stored: MeasuredValue,
  sent: MeasuredValue,
  wholeBefore = '',
): boolean {
  const isOfDay = stored.date === sent.date;
  if (isOfDay && sent.date < wholeBefore && sent.value < stored.value) return true;
  if (stored.external_id === sent.external_id)
    return (stored.sequence ?? 0) > (sent.sequence ?? 0);
  const [time, sentTime] = [stored.time, sent.time];
  if (time === undefined || sentTime === undefined || !isOfDay) return false;
  return toSeconds(time) > toSeconds(sentTime);
}

function countBy<Item>(
  items: readonly Item[],
  toKey: (item: Item) => string,
): Map<string, number> {
  const groups = Map.groupBy(items, toKey);
  return new Map([...groups].map(([key, { length }]) => [key, length]));
}

function countBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
