import { setTimeout as delay } from 'node:timers/promises';
import { toConsentCheck } from '#functions/auth/identity/processing.store.ts';
import type { Diary } from '#functions/diary/entry/day-item.ts';
import { canBeNamed } from '#functions/diary/entry/visibility.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table, TransactionChange, TransactionResult } from '#shared/table/table.ts';
import {
  addValues,
  type ChangedMonth,
  type ListedDays,
  type MeasurementBatch,
  type MeasurementOutcome,
} from './add-values.ts';
import { measurementKeys } from './measurement.keys.ts';
import {
  type MeasurementOrigin,
  type MeasurementPlace,
  type PlacedMeasurement,
  type SentMeasurement,
  toOriginKey,
  toPlace,
} from './measurement.ts';
import {
  findValue,
  listValues,
  type MeasurementMonth,
  type TypedMonth,
} from './measurement-month.ts';
import { typeNames } from './measurement-types.ts';

/** The most tries of a write, each of which reads what others have written meanwhile. */
export const maxWriteTries = 5;

export type MonthItem = MeasurementMonth & Key;

/** Returns the key of a month. */
export function toMonthKey(user_id: string, { type, month }: TypedMonth): Key {
  return measurementKeys.measurements(user_id, `${type}#${month}`);
}

/** Finds a value that the caller may see. */
export async function find(
  { table, user_id, hidden_types }: Diary<'get'>,
  place: MeasurementPlace,
): Promise<PlacedMeasurement | undefined> {
  const item = await table.get<MonthItem>(toMonthKey(user_id, place));
  const found = findValue(item, place);
  return found && canBeNamed(found.source, hidden_types) ? found : undefined;
}

/**
 * Lists the values of some months that the caller may see. It costs a call for each 100 of them.
 */
export async function list(
  { table, user_id, hidden_types }: Diary<'getEach'>,
  months: readonly TypedMonth[],
): Promise<PlacedMeasurement[]> {
  const items = await table.getEach<MonthItem>(
    months.map((month) => toMonthKey(user_id, month)),
  );
  return months.flatMap((month, index) => {
    const item = items[index];
    return item
      ? listValues(month, item, (source) => canBeNamed(source, hidden_types))
      : [];
  });
}

/** Lists the values of a day, of all types and sources. */
export async function listDay(
  diary: Diary<'getEach'>,
  date: string,
): Promise<PlacedMeasurement[]> {
  const month = date.slice(0, 'yyyy-mm'.length);
  const values = await list(
    diary,
    typeNames.map((type) => ({ type, month })),
  );
  return values.filter(({ measured }) => measured.date === date);
}

/** Lists the providers from which a user has values, also by exports. It reads all months. */
export async function listRemoteTypes(
  table: Table<'query'>,
  user_id: string,
): Promise<ReadonlySet<string | undefined>> {
  const { pk, sk: prefix } = measurementKeys.measurements(user_id, '');
  const types = new Set<string | undefined>();
  for await (const items of table.queryPages<MonthItem>({ pk, prefix }))
    for (const source of items.flatMap(({ origins }) => Object.values(origins)))
      types.add(source.remote_connection_type);
  return types;
}

/** A value with its place, and what became of it. */
export interface StoredMeasurement {
  place: MeasurementPlace;
  outcome: MeasurementOutcome;
}

/** The values of one month, and their places in what was sent. */
interface MonthGroup extends TypedMonth {
  sent: SentMeasurement[];
  indexes: number[];
}

type StoreTable = Table<'getEach' | 'put' | 'check' | 'transact'>;

/**
 * Stores values of one origin, of at most 99 months, all or none. Equal values are not written, and
 * those that a whole list no longer has are deleted.
 * Returns what became of each value, or undefined if the person has not consented to the processing
 * of data of the body, or a check has failed. Throws `unavailable` if others change the same months
 * during each try.
 */
export async function store(
  table: StoreTable,
  user_id: string,
  { sent, checks = [], ...batch }: Omit<MeasurementBatch, 'countRemoved'>,
): Promise<StoredMeasurement[] | undefined> {
  const groups = addListed(groupByMonth(sent), batch.listed);
  const write: WriteMonths = (puts) =>
    table.transact([...puts, toConsentCheck(user_id), ...checks]);
  const changed = await storeMonths({ table, user_id, write }, groups, batch);
  return changed && toStored(batch.source, groups, changed);
}

/** The months of one transaction of a job: as many full items as it can have by its size. */
const monthsOfPart = 16;

/**
 * Stores any number of values of one origin, as `store` does, in parts: a job that was interrupted
 * stores them again. Returns how many had each outcome, and how many others were removed.
 */
export async function storeInParts(
  table: Table<'getEach' | 'put' | 'update' | 'check' | 'transact'>,
  user_id: string,
  { sent, checks = [], countRemoved, ...batch }: MeasurementBatch,
): Promise<Record<MeasurementOutcome | 'removed', number> | undefined> {
  const groups = addListed(groupByMonth(sent), batch.listed);
  const counts = { stored: 0, unchanged: 0, ignored: 0, removed: 0 };
  const write: WriteMonths = (puts, changed) => {
    const removed = changed.reduce((sum, month) => sum + month.removed, 0);
    const ofJob = countRemoved ? [countRemoved(removed)] : checks;
    return table.transact([...puts, toConsentCheck(user_id), ...ofJob]);
  };
  for (let first = 0; first < groups.length; first += monthsOfPart) {
    const part = groups.slice(first, first + monthsOfPart);
    const changed = await storeMonths({ table, user_id, write }, part, batch);
    if (!changed) return undefined;
    for (const { outcomes, removed } of changed) {
      for (const outcome of outcomes) counts[outcome] += 1;
      counts.removed += removed;
    }
  }
  return counts;
}

/** Writes changed months in one transaction, in which their checks come last. */
type WriteMonths = (
  puts: readonly TransactionChange<'put'>[],
  changed: readonly ChangedMonth[],
) => Promise<TransactionResult>;

/** Whose months are stored, and how they are written. */
interface MonthWriter {
  table: Table<'getEach'>;
  user_id: string;
  write: WriteMonths;
}

/** Stores values of some months in one transaction. Returns what became of those of each. */
async function storeMonths(
  { table, user_id, write }: MonthWriter,
  groups: readonly MonthGroup[],
  batch: Omit<MeasurementBatch, 'sent' | 'checks' | 'countRemoved'>,
): Promise<ChangedMonth[] | undefined> {
  const keys = groups.map((group) => toMonthKey(user_id, group));
  for (let tries = 0; tries < maxWriteTries; tries += 1) {
    if (tries > 0) await pause(tries);
    const items = await table.getEach<MonthItem>(keys);
    const changed = groups.map(({ sent }, index) =>
      addValues(items[index], { ...batch, sent }),
    );
    const puts = changed.flatMap(({ month, isChanged }, index) => {
      if (!isChanged) return [];
      const put = { ...(keys[index] as Key), ...month };
      return { put, condition: unchangedSince(items[index] ?? {}) };
    });
    if (puts.length === 0) return changed;

    const result = await write(puts, changed);
    if (result.done) return changed;
    if (result.failures.some(({ cause }) => cause === 'size'))
      throw serviceError('item_too_large');
    if (result.failures.some(({ index }) => index >= puts.length)) return undefined;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Pauses for up to 50 ms, twice as long before each further try. */
export function pause(tries: number): Promise<void> {
  return delay(Math.random() * 25 * 2 ** tries);
}

function groupByMonth(sent: readonly SentMeasurement[]): MonthGroup[] {
  const groups = new Map<string, MonthGroup>();
  sent.forEach((value, index) => {
    const { type, date } = value;
    const month = date.slice(0, 7);
    const key = `${type}#${month}`;
    const group = groups.get(key) ?? { type, month, sent: [], indexes: [] };
    group.sent.push(value);
    group.indexes.push(index);
    groups.set(key, group);
  });
  return [...groups.values()];
}

/** Adds the months of a whole list of which nothing was sent. */
function addListed(
  groups: readonly MonthGroup[],
  listed: ListedDays | undefined,
): readonly MonthGroup[] {
  const isSent = ({ type, month }: TypedMonth) =>
    groups.some((group) => group.type === type && group.month === month);
  const others = listed?.months.filter((month) => !isSent(month)) ?? [];
  return [...groups, ...others.map((month) => ({ ...month, sent: [], indexes: [] }))];
}

/** Returns what became of the values, in the order in which they were sent. */
function toStored(
  source: MeasurementOrigin,
  groups: readonly MonthGroup[],
  changed: readonly ChangedMonth[],
): StoredMeasurement[] {
  const origin = toOriginKey(source);
  const stored: StoredMeasurement[] = [];
  groups.forEach(({ sent, indexes }, group) => {
    sent.forEach((measurement, index) => {
      const place = toPlace(measurement, origin);
      const outcome = changed[group]?.outcomes[index] ?? 'ignored';
      stored[indexes[index] as number] = { place, outcome };
    });
  });
  return stored;
}
